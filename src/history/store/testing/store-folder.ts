import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { HistoryStore, type StoreOptions } from '../history-store.ts';
import { notesOf } from './notes-of.ts';

export const openedAt = Date.UTC(2026, 0, 2, 3, 4, 5, 678);

export type StoreFolder = ReturnType<typeof storeFolder>;

/** A folder for each test; stores that are opened there are closed after it. */
export function storeFolder() {
  const opened: HistoryStore[] = [];
  const place = { folder: '', path: '' };

  beforeEach(() => {
    place.folder = mkdtempSync(path.join(tmpdir(), 'orderglass-store-'));
    place.path = path.join(place.folder, 'archive', 'account.sqlite');
  });
  afterEach(() => {
    for (const store of opened.splice(0)) store.close();
    rmSync(place.folder, { recursive: true, force: true });
  });

  return {
    place,
    open(options: Partial<StoreOptions> = {}) {
      const file = options.path ?? place.path;
      const result = HistoryStore.open({ path: file, notes: notesOf(file), now: () => openedAt, ...options });
      opened.push(result.store);
      return result;
    },
    /** Closes the store and opens the file again. */
    reopen(): HistoryStore {
      for (const store of opened.splice(0)) store.close();
      return this.open().store;
    },
  };
}
