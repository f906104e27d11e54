import { access, readFile, rename } from 'node:fs/promises';
import path from 'node:path';

/** A damaged file that was renamed and kept. */
export interface QuarantinedFile {
  /** Missing if only a part of the file was unreadable. */
  readonly error?: unknown;
  /** New name of the file; `null` if it could not be renamed and stays as it is. */
  readonly backupName: string | null;
}

/**
 * Reads a file and quarantines it if it is damaged. `content`: `null` if the file does not exist or is unreadable. `read` returns
 * `isWhole: false` if a part is unreadable, and throws if the whole file is. Never rejects.
 */
export async function readOrQuarantine<Content>(
  file: string,
  now: () => number,
  read: (text: string) => { content: Content; isWhole: boolean },
): Promise<{ content: Content | null; problem: QuarantinedFile | null }> {
  try {
    const { content, isWhole } = read(await readFile(file, 'utf8'));
    return { content, problem: isWhole ? null : { backupName: await quarantine(file, new Date(now())) } };
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return { content: null, problem: null };
    return { content: null, problem: { error, backupName: await quarantine(file, new Date(now())) } };
  }
}

/** Renames a damaged file and keeps it, so that the user can repair it. Returns the new name; `null` if renaming failed. */
async function quarantine(file: string, time: Date): Promise<string | null> {
  const { dir, name, ext } = path.parse(file);
  const stamp = time.toISOString().replaceAll(':', '-');
  try {
    for (let attempt = 1; ; attempt++) {
      const suffix = attempt === 1 ? '' : `-${attempt}`;
      const target = path.join(dir, `${name}.damaged-${stamp}${suffix}${ext}`);
      if (await exists(target)) continue;
      await rename(file, target);
      return path.basename(target);
    }
  } catch {
    return null;
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
