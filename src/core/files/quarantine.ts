import { access, constants, copyFile, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import type { FileNotice } from '../../shared/contract/program.ts';
import { OtherVersionError } from '../../shared/json/json-format.ts';

/** A file that cannot be used, or not completely. */
export interface FileProblem
  extends Readonly<Omit<Extract<FileNotice, { backupName: unknown; problem: unknown }>, 'what'>> {
  /** Missing if only a part of the file was unreadable. */
  readonly error?: unknown;
}

/** True if the file stays as it is, so a write would destroy it. */
export function isLeft(problem: FileProblem | null): boolean {
  return problem !== null && problem.backupName === null;
}

/**
 * Reads a file and quarantines it if it is damaged. A file of another version of the program is left unchanged. `content`: `null` if the
 * file does not exist or cannot be used. `read` returns `isWhole: false` if a part is unreadable, and throws if the whole file is:
 * `OtherVersionError` or any other error. Never rejects.
 */
export async function readOrQuarantine<Content>(
  file: string,
  now: () => number,
  read: (text: string) => { content: Content; isWhole: boolean },
): Promise<{ content: Content | null; problem: FileProblem | null }> {
  const damaged = async () => ({ problem: 'damaged', backupName: await quarantine(file, new Date(now())) }) as const;
  try {
    const { content, isWhole } = read(await readFile(file, 'utf8'));
    return { content, problem: isWhole ? null : await damaged() };
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return { content: null, problem: null };
    if (error instanceof OtherVersionError) {
      const problem = error.isEarlier ? 'earlier-version' : 'later-version';
      return { content: null, problem: { problem, backupName: null } };
    }
    return { content: null, problem: { error, ...(await damaged()) } };
  }
}

/** Copies a file beside itself. Rejects with the error of the file system; a missing file needs no copy. */
export async function backUp(file: string, time: Date): Promise<void> {
  try {
    await copyFile(file, await freeName(file, 'backup', time), constants.COPYFILE_EXCL);
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
  }
}

/** Renames a damaged file and keeps it, so that the user can repair it. Returns the new name; `null` if renaming failed. */
async function quarantine(file: string, time: Date): Promise<string | null> {
  try {
    const target = await freeName(file, 'damaged', time);
    await rename(file, target);
    return path.basename(target);
  } catch {
    return null;
  }
}

async function freeName(file: string, purpose: 'damaged' | 'backup', time: Date): Promise<string> {
  const { dir, name, ext } = path.parse(file);
  const stamp = time.toISOString().replaceAll(':', '-');
  for (let attempt = 1; ; attempt++) {
    const suffix = attempt === 1 ? '' : `-${attempt}`;
    const target = path.join(dir, `${name}.${purpose}-${stamp}${suffix}${ext}`);
    if (!(await exists(target))) return target;
  }
}

export function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

/** Returns the system's code of an error, such as ENOSPC, or the error's name. */
export function systemCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
