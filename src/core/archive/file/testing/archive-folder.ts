import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { ArchiveFile, type ArchiveFileOptions } from '../archive-file.ts';

export const openedAt = Date.UTC(2026, 0, 2, 3, 4, 5, 678);

/** A folder for each test, and what it opens there is closed after it. */
export function archiveFolder() {
  const opened: ArchiveFile[] = [];
  const place = { folder: '', path: '' };

  beforeEach(() => {
    place.folder = mkdtempSync(path.join(tmpdir(), 'orderglass-archive-'));
    place.path = path.join(place.folder, 'archive', 'account.sqlite');
  });
  afterEach(() => {
    for (const file of opened.splice(0)) file.close();
    rmSync(place.folder, { recursive: true, force: true });
  });

  return {
    place,
    open(options: Partial<ArchiveFileOptions> = {}) {
      const answer = ArchiveFile.open({ path: place.path, now: () => openedAt, ...options });
      opened.push(answer.file);
      return answer;
    },
    /** The file as it is on the disk. */
    reopen() {
      for (const file of opened.splice(0)) file.close();
      return this.open().file;
    },
  };
}
