import { access, rename } from 'node:fs/promises';
import path from 'node:path';

/**
 * Keeps a file that cannot be used under another name, for somebody may want to mend it. Answers that name, `null` where it
 * cannot be done.
 */
export async function setAside(file: string, time: Date): Promise<string | null> {
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
