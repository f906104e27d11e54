import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { marginModes } from '../../shared/domain.ts';
import type { HistoryStore } from './history-store.ts';
import { scriptedPages } from './testing/scripted-pages.ts';
import { storeFolder } from './testing/store-folder.ts';

const program = path.join(import.meta.dirname, 'testing/fill-store.ts');
const pageCount = 300;
/** Milliseconds: many processes are started, and the machine may be busy with other tests. */
const timeout = 120_000;
const folder = storeFolder();

/** Saves pages in another process, and kills it at a random moment after some lines. Returns the number of confirmed pages. */
async function takeUntilKilled(first: number, lines: number): Promise<number> {
  const env = { NODE_COMPILE_CACHE: path.join(folder.place.folder, 'compiled'), ...process.env };
  const child = spawn(process.execPath, [program, folder.place.path, String(pageCount), String(first)], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = 0;
  let taken = 0;
  createInterface(child.stdout).on('line', (line) => {
    said++;
    if (line === 'saved') taken++;
    // The process continues while the signal is on its way, so that the kill comes at any moment.
    if (said === lines) child.kill('SIGKILL');
  });
  const [, signal] = await once(child, 'close');
  expect(signal).toBe('SIGKILL');
  return taken;
}

/** The whole content of an archive. */
function contentOf(store: HistoryStore) {
  const scanned = store.scan('order-history', 0, 100_000);
  const rows = store.rows(
    'order-history',
    scanned.map(({ number }) => number),
  );
  return {
    rows,
    order: store.newest('order-history', 100_000, 0).map(({ key }) => key),
    coverage: store.coverage('order-history'),
    spans: marginModes.map((mode) => store.spans('order-history', mode)),
    unreadable: store.unreadable('order-history', 100_000),
    changes: rows.map(({ key }) => store.changes('order-history', key)),
  };
}

test('after many kills at any moment it has every page that it had confirmed, and claims no more', {
  timeout,
}, async () => {
  const pages = scriptedPages(pageCount);
  const { store: whole } = folder.open({ path: path.join(folder.place.folder, 'whole.sqlite') });
  let done = 0;
  for (let kill = 0; kill < 25; kill++) {
    // Some kills come while the file is opened, the first ones while it is created.
    const lines = kill % 5 === 0 ? 1 : 2 + ((kill * 7) % 19);
    const taken = await takeUntilKilled(done, Math.min(lines, pageCount - done + 1));
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
  }
  expect(whole.count('order-history')).toBeGreaterThan(500);
});
