import { writeSync } from 'node:fs';
import type { Order } from '../../../shared/contract/orders.ts';
import { becomeLater, filledColumn } from './later-version.ts';

becomeLater(filledColumn);
const { HistoryStore } = await import('../history-store.ts');
const { orderEntry, orderPage } = await import('./entries.ts');
const { notesOf } = await import('./notes-of.ts');

/** Result of the program below. */
export interface LaterView {
  readonly backupName: string | null;
  readonly isIntact: boolean;
  /** IDs of the rows that the check of all rows reports, and of those that would be requested again. */
  readonly damaged: readonly string[];
  readonly unfinished: readonly string[];
  /** Numbers of rows that the page has changed, and that were damaged. */
  readonly saved: { readonly rows: number; readonly damaged: number };
  /** `extra` of each row, by row number. */
  readonly extras: readonly (string | null)[];
}

const list = 'order-history';

/** A program of a later version that opens the archive at `path`, and saves a page with `count` orders that have this `extra`. */
const [, , path = '', count = '', extra = ''] = process.argv;
const { store, backupName } = HistoryStore.open({ path, notes: notesOf(path), now: Date.now });
const isIntact = store.checkIntegrity();
const damaged = store.checkRows(list, 0, 1000).damaged.map(({ id }) => id);
const unfinished = store.unfinished(list, 'isolated', 1000).map(({ id }) => id);
const readAll = () =>
  store.read(({ lists }) => {
    const { rows } = lists[list];
    return rows.rows(rows.scan(0, 1000).map(({ number }) => number));
  });
const stored = readAll();
const entries = stored.slice(0, Number(count)).map(({ id, createdAt, raw }) => {
  const { row } = orderEntry(id, { createdAt, raw: JSON.stringify({ ...JSON.parse(raw), extra }) });
  return { id, row: { ...row, extra } };
});
const saved = store.savePage(orderPage(null, entries));
const extras = readAll().map((row) => (row as Order & { extra: string | null }).extra);
const view: LaterView = {
  backupName,
  isIntact,
  damaged,
  unfinished,
  saved: { rows: saved.rows.length, damaged: saved.damaged.length },
  extras,
};
store.close();
writeSync(1, JSON.stringify(view));
