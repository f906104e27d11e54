import { lstatSync, renameSync } from 'node:fs';
import path from 'node:path';

/** What SQLite keeps beside a database, by what it adds to the name. */
export const companions = ['-wal', '-shm', '-journal'];

/**
 * Keeps a database that cannot be used under another name, for somebody may want to mend it. Answers that name. Throws the
 * system's error where it cannot be done.
 */
export function setAsideDatabase(file: string, time: Date): string {
  const { dir, name, ext } = path.parse(file);
  const stamp = time.toISOString().replaceAll(':', '-');
  for (let attempt = 1; ; attempt++) {
    const suffix = attempt === 1 ? '' : `-${attempt}`;
    const aside = path.join(dir, `${name}.damaged-${stamp}${suffix}${ext}`);
    if (['', ...companions].some((companion) => exists(aside + companion))) continue;
    // A log that stayed behind would be taken for that of the new file.
    for (const companion of [...companions, '']) {
      if (exists(file + companion)) renameSync(file + companion, aside + companion);
    }
    return path.basename(aside);
  }
}

export function exists(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
}
