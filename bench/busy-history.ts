import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { History, historyWorkerSource, WorkerThreads } from '../src/history/index.ts';
import { fillHistory } from './lib/filled-archive.ts';

const orders = 100_000;
const parallel = 1000;
const list = 'order-history';
const account = 'bench';
const rows = { account, filter: {}, zone: 'UTC' };

/** Returns how long (ms) calls wait that are made right after 1,000 parallel ones for windows of 100,000 orders. */
export async function measureBusyHistory(rounds: number): Promise<number[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'orderglass-bench-'));
  const file = path.join(folder, 'history.sqlite');
  fillHistory(file, orders);
  const history = new History({
    file,
    notes: `${file}.notes`,
    discardExisting: false,
    threads: new WorkerThreads(historyWorkerSource),
    newVersion: () => 1,
    fetchPage: async () => ({ entries: [], fetchedAt: 1 }),
    fetchOpenPlans: async () => ({ plans: [], fetchedAt: 1 }),
    isSaturated: () => false,
    onStatus: () => {},
    onNotes: () => {},
    onPlans: () => {},
    onSyncFailed: () => {},
    onUnexpected: (error) => {
      throw error;
    },
  });
  const window = (from: number) => history.ask('readOrderHistory', { ...rows, sort: [], from, count: 200 }, 0);
  const summarize = () => history.ask('summarizeHistory', { ...rows, list }, 0);
  const times: number[] = [];
  try {
    await Promise.all([window(0), summarize()]);
    for (let round = 0; round < rounds; round++) {
      const windows = Array.from({ length: parallel }, (_, number) => window(number * 97));
      const start = performance.now();
      const questions = [
        window(0),
        summarize(),
        history.ask('readHistoryState', { account, list }, 0),
        history.ask('countNotes', { account }, 0),
      ];
      await Promise.all(questions.map((question) => question.then(() => times.push(performance.now() - start))));
      await Promise.all(windows);
    }
  } finally {
    await history.close();
    await rm(folder, { recursive: true, force: true });
  }
  return times;
}
