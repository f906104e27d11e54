import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createCore } from '../src/core/index.ts';
import { fillArchive } from './lib/filled-archive.ts';
import type { Measurement } from './lib/measure.ts';

const rows = 1_000_000;
/** No server listens there, so that only stored rows are shown. */
const exchange = 'http://127.0.0.1:9';
const zone = 'UTC';
const query = { account: 'demo', filter: {}, sort: [], zone, from: 0, count: 100 };

/**
 * Measures the time from the start of the program to the first window of a history, with many stored orders and with
 * none.
 */
export async function measureFirstWindow(rounds: number): Promise<Measurement> {
  const [full, empty] = [await archive(rows), await archive(0)];
  const measurement: Measurement = {
    what: `start to the first window of an archive of ${rows.toLocaleString('en')} orders`,
    against: 'the same from an empty archive',
    ours: [],
    theirs: [],
    reach: 1.2,
  };
  const [ours, theirs]: [number[], number[]] = [[], []];
  try {
    await firstWindow(full, rows);
    await firstWindow(empty, 0);
    for (let round = 0; round < rounds; round++) {
      ours.push(await firstWindow(full, rows));
      theirs.push(await firstWindow(empty, 0));
    }
  } finally {
    for (const folder of [full, empty]) await rm(folder, { recursive: true, force: true });
  }
  return { ...measurement, ours, theirs };
}

async function firstWindow(dataDirectory: string, expected: number): Promise<number> {
  const start = performance.now();
  const core = await createCore({
    dataDirectory,
    about: { version: '0.0.0', host: 'browser', platform: process.platform },
    lastingDemoExchange: exchange,
    startDemoExchange: async () => ({ baseUrl: exchange, token: 'none', secretKey: 'none', close: async () => {} }),
  });
  const answer = await core.call('readOrderHistory', query);
  const took = performance.now() - start;
  await core.close();
  const { total } = answer.ok ? (answer.data as { total: number }) : { total: -1 };
  if (total !== expected) throw new Error(`the archive answers ${total} rows, not ${expected}`);
  return took;
}

async function archive(count: number): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'orderglass-bench-'));
  fillArchive(folder, exchange, count);
  return folder;
}
