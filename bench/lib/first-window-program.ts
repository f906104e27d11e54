import { writeSync } from 'node:fs';
import { History, WorkerThreads } from '../../src/history/index.ts';
import { becomeLater, emptyColumn } from '../../src/history/store/testing/later-version.ts';
import { OrderglassError } from '../../src/shared/values/errors.ts';

/** What the program below has seen. */
export interface FirstWindow {
  /** Milliseconds from the start of the history to the answer. */
  readonly took: number;
  readonly total: number;
  /** Pages that were requested. */
  readonly requests: number;
  /** Rows that the check of all rows and records reports. */
  readonly reported: number;
}

/** A program that opens the archive `file` and reads its first window. `version`: `later` for one that knows one more column. */
const [, , file = '', version = ''] = process.argv;

let requests = 0;
const refuse = () => {
  requests++;
  return Promise.reject(new OrderglassError('keychain-unavailable', 'not needed', { keychain: 'locked' }));
};
const start = performance.now();
const history = new History({
  file,
  notes: `${file}.notes`,
  discardExisting: false,
  threads: new WorkerThreads(new URL(`first-window-worker.ts?${version}`, import.meta.url)),
  newVersion: () => 1,
  fetchPage: refuse,
  fetchOpenPlans: refuse,
  isSaturated: () => false,
  onStatus: () => {},
  onNotes: () => {},
  onPlans: () => {},
  onSyncFailed: () => {},
  onUnexpected: (error) => {
    throw error;
  },
});
const query = { account: 'one', filter: {}, sort: [], zone: 'UTC', from: 0, count: 100 };
const { total } = await history.ask('readOrderHistory', query, Date.now());
const took = performance.now() - start;
await history.close();

if (version === 'later') becomeLater(emptyColumn);
const { HistoryStore } = await import('../../src/history/store/history-store.ts');
const { recordTables } = await import('../../src/history/store/records.ts');
const { store } = HistoryStore.open({ path: file, notes: `${file}.notes`, now: Date.now });
let reported = 0;
for (let after: number | null = 0; after !== null; ) {
  const { damaged, next } = store.checkRows('order-history', after, 5000);
  reported += damaged.length;
  after = next;
}
for (const table of recordTables) store.checkRecords(table);
reported += Object.values(store.lost() ?? {}).reduce((sum, count) => sum + count, 0);
store.close();
writeSync(1, JSON.stringify({ took, total, requests, reported } satisfies FirstWindow));
