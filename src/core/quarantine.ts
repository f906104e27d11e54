import { access, readFile, rename } from 'node:fs/promises';
import path from 'node:path';

/** What becomes of a file that is not as it should be. */
export interface SetAside {
  /** Missing where only a part of it could not be read. */
  readonly error?: unknown;
  /** Under what name it is kept, `null` where it could not be renamed and stays. */
  readonly keptAs: string | null;
}

/**
 * What a file holds, as far as it can be read: `content` is `null` where it is not there or nothing of it can be. Where it is there and
 * is not as it should be, it is set aside. Never rejects. `read` says whether nothing is missing from the content, and throws where
 * nothing can be read.
 */
export async function readOrQuarantine<Content>(
  file: string,
  time: () => number,
  read: (text: string) => { content: Content; isWhole: boolean },
): Promise<{ content: Content | null; problem: SetAside | null }> {
  try {
    const { content, isWhole } = read(await readFile(file, 'utf8'));
    return { content, problem: isWhole ? null : { keptAs: await quarantine(file, new Date(time())) } };
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return { content: null, problem: null };
    return { content: null, problem: { error, keptAs: await quarantine(file, new Date(time())) } };
  }
}

/**
 * Keeps a file that cannot be used under another name, for somebody may want to mend it. Answers that name, `null` where it
 * cannot be done.
 */
async function quarantine(file: string, time: Date): Promise<string | null> {
  const { dir, name, ext } = path.parse(file);
  const stamp = time.toISOString().replaceAll(':', '-');
  try {
    for (let attempt = 1; ; attempt++) {
      const suffix = attempt === 1 ? '' : `-${attempt}`;
      const aside = path.join(dir, `${name}.damaged-${stamp}${suffix}${ext}`);
      if (await exists(aside)) continue;
      await rename(file, aside);
      return path.basename(aside);
    }
  } catch {
    return null;
  }
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

/** The system's name for what went wrong, such as ENOSPC. */
export function systemCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
