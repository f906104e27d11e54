import { existsSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { marginModes } from '../../shared/values/domain.ts';
import type { HistoryStore } from './history-store.ts';
import { savedUntilKilled } from './testing/saved-until-killed.ts';
import { scriptedPages } from './testing/scripted-pages.ts';
import { storeFolder } from './testing/store-folder.ts';

const program = path.join(import.meta.dirname, 'testing/fill-store.ts');
const pageCount = 300;
/** Milliseconds: many processes are started, and the machine may be busy with other tests. */
const timeout = 120_000;
const folder = storeFolder();

/** The whole content of an archive. */
function contentOf(store: HistoryStore) {
  const scanned = store.read(({ lists }) => lists['order-history'].rows.scan(0, 100_000));
  const rows = store.read(({ lists }) => lists['order-history'].rows.rows(scanned.map(({ number }) => number)));
  return {
    rows,
    order: store.read(({ lists }) => lists['order-history'].rows.newest(100_000, 0)).map(({ key }) => key),
    coverage: store.coverage('order-history'),
    spans: marginModes.map((mode) => store.spans('order-history', mode)),
    unreadable: store.read(({ lists }) => lists['order-history'].unreadable.latest(100_000)),
    changes: rows.map(({ key }) => store.changes('order-history', key)),
  };
}

/** Another program, which reads the archive as it is at this moment until it is closed. */
function readMoment() {
  const reader = new DatabaseSync(folder.place.path, { readOnly: true });
  const count = () => reader.prepare('SELECT count(*) AS rows FROM orders').get()?.rows;
  reader.exec('BEGIN');
  const rows = count();
  return {
    close() {
      expect(count()).toBe(rows);
      reader.close();
    },
  };
}

test.each([
  ['it has every page that it had confirmed, and claims no more', false],
  ['it has them while another program reads an earlier state', true],
])('after many kills at any moment %s', { timeout }, async (_name, isRead) => {
  const pages = scriptedPages(pageCount);
  const { store: whole } = folder.open({ path: path.join(folder.place.folder, 'whole.sqlite') });
  let done = 0;
  for (let kill = 0; kill < 15; kill++) {
    // Some kills come while the file is opened, the first ones while it is created.
    const lines = kill % 5 === 0 ? 1 : 2 + ((kill * 7) % 19);
    const reader = isRead && existsSync(folder.place.path) ? readMoment() : null;
    const taken = await savedUntilKilled(folder, program, {
      pageCount,
      first: done,
      lines: Math.min(lines, pageCount - done + 1),
    });
    whole.savePages(pages.slice(done, done + taken));
    done += taken;
    const { store, backupName } = folder.open();
    expect(backupName).toBeNull();
    const content = contentOf(store);
    let confirmed = contentOf(whole);
    // The last page can be stored without having been confirmed.
    if (JSON.stringify(content) !== JSON.stringify(confirmed)) {
      whole.savePages(pages.slice(done, ++done));
      confirmed = contentOf(whole);
    }
    expect(content).toEqual(confirmed);
    expect(store.checkIntegrity()).toBe(true);
    store.close();
    reader?.close();
  }
  expect(whole.count('order-history')).toBeGreaterThan(500);
});
