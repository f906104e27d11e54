import { writeSync } from 'node:fs';
import type { HistoryExchange } from '../../src/history/sync/exchange.ts';
import { OrderglassError } from '../../src/shared/errors.ts';

/** What the program below has seen. */
export interface FirstWindow {
  /** Milliseconds from the opening of the archive to the answer. */
  readonly took: number;
  readonly total: number;
  /** Pages that were requested. */
  readonly requests: number;
  /** Rows that the check of all rows and records reports. */
  readonly reported: number;
}

/** A program that opens the archive `file` and reads its first window. `version`: `later` for one that knows one more column. */
const [, , file = '', version = ''] = process.argv;
if (version === 'later') {
  const { becomeLater, emptyColumn } = await import('../../src/history/store/testing/later-version.ts');
  becomeLater(emptyColumn);
}
const { HistoryStore } = await import('../../src/history/store/history-store.ts');
const { recordTables } = await import('../../src/history/store/records.ts');
const { HistoryEngine } = await import('../../src/history/worker/engine.ts');

let requests = 0;
const refuse = () => {
  requests++;
  return Promise.reject(new OrderglassError('keychain-unavailable', 'not needed', { keychain: 'locked' }));
};
const exchange: HistoryExchange = { fetchPage: refuse, fetchOpenPlans: refuse, isSaturated: false };
const start = performance.now();
const engine = new HistoryEngine({
  file,
  discardExisting: false,
  firstVersion: 1,
  exchange,
  onStatus: () => {},
  onSyncFailed: () => {},
  onNotes: () => {},
});
const query = { account: 'one', filter: {}, sort: [], zone: 'UTC', from: 0, count: 100 };
const { total } = await engine.answers.readOrderHistory(query, Date.now());
const took = performance.now() - start;
await engine.calls.close(null);

const { store } = HistoryStore.open({ path: file, now: Date.now });
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
