import { writeSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { HistoryStore } from '../../store/history-store.ts';
import { notesOf } from '../../store/testing/notes-of.ts';
import { IndexedList } from '../indexed-list.ts';
import { tradedPages } from './traded-pages.ts';

/** A program that saves the traded pages from `first` on and stores their trades, with a line after each step, until it is killed. */
const [, , path = '', count = '', first = ''] = process.argv;
const pages = tradedPages(Number(count)).slice(Number(first));
// A process that is killed would not save its compiled code, which shortens the next starts.
flushCompileCache();
const { store, backupName } = HistoryStore.open({ path, notes: notesOf(path), now: Date.now });
if (backupName !== null) throw new Error(`quarantined: ${backupName}`);
const save = store.trades.save.bind(store.trades);
store.trades.save = (...part) => {
  save(...part);
  writeSync(1, 'part\n');
};
writeSync(1, 'opened\n');
for (const page of pages) {
  store.savePage(page);
  writeSync(1, 'saved\n');
  const rows = new IndexedList(store, 'order-history', 1, () => () => {});
  await rows.trades();
  writeSync(1, 'derived\n');
  await rows.saved();
  rows.close();
  writeSync(1, 'stored\n');
}
process.stdin.resume();
