import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { historyWorker } from '../src/browser-host/run.ts';
import { rowFile } from '../src/core/export/row-file.ts';
import { rowColumns } from '../src/core/export/row-texts.ts';
import { writeFileInParts } from '../src/core/export/write-file.ts';
import { openReader } from '../src/core/reader/reader.ts';
import { demoAccountId } from '../src/shared/values/domain.ts';
import { openDuckDb } from './lib/duckdb.ts';
import { fillArchive } from './lib/filled-archive.ts';
import { type Measurement, printTable } from './lib/measure.ts';

/**
 * Measures exports of all orders with every field against `COPY … TO` of DuckDB with the same rows in memory, in turns, and the memory that
 * they need beside the index. Both use two processors: ours writes on the main thread, reads on a worker and compresses XLSX on others.
 * The first argument is the number of orders, by default 1,000,000, the second one that of the rounds, by default 5.
 */
const orders = Number(process.argv[2] ?? 1_000_000);
const rounds = Number(process.argv[3] ?? 5);
const list = 'order-history';
const zone = 'UTC';
/** `copied`: the format of DuckDB. It writes no XLSX without an extension from another registry. */
const formats = [
  { format: 'csv', copied: 'csv', reach: 1.5 },
  { format: 'xlsx', copied: 'csv', reach: 4 },
  { format: 'parquet', copied: 'parquet', reach: 2 },
] as const;
const memoryReach = 300;

const folder = mkdtempSync(path.join(tmpdir(), 'orderglass-bench-'));
const target = (format: string) => path.join(folder, `orders.${format}`);
fillArchive(folder, '', orders);
const reader = await openReader({ directory: folder, worker: historyWorker, isDemo: true, leavesNotes: true });

async function write(format: (typeof formats)[number]['format'], filter = {}): Promise<void> {
  const form = { zone, format, separator: 'comma', decimalSign: 'point', byteOrderMark: false } as const;
  const file = rowFile(form, rowColumns({ ...form, columns: null, list }), async () => ({}));
  const rows = await reader.history.rowsOf({ account: demoAccountId, list, filter, zone, sort: [] });
  await writeFileInParts(target(format), file(rows), new AbortController().signal);
}

/** Returns the resident memory (MiB) of this process at its highest, less that before. */
async function measureMemory(work: () => Promise<void>): Promise<number> {
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let highest = before;
  const timer = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage.rss());
  }, 20);
  await work();
  clearInterval(timer);
  return (highest - before) / 2 ** 20;
}

/** Adds what work takes to a list, and its processor time (ms) on all threads to another one. */
async function timed(work: () => Promise<unknown>, times: number[], processorTimes: number[]): Promise<void> {
  const [start, before] = [performance.now(), process.cpuUsage()];
  await work();
  times.push(performance.now() - start);
  const { user, system } = process.cpuUsage(before);
  processorTimes.push((user + system) / 1000);
}

try {
  // Loads the index and derives the trades, which tell the cost method.
  await write('csv', { symbols: ['none'] });
  const memory = new Map<string, number>();
  for (const { format } of formats) memory.set(format, await measureMemory(() => write(format)));
  const duckdb = await openDuckDb(folder);
  await duckdb.run(`CREATE TABLE orders AS SELECT * FROM read_csv('${target('csv')}', all_varchar = true)`);
  await duckdb.run('ALTER TABLE orders ALTER "createdAt" TYPE TIMESTAMPTZ');
  const measurements: Measurement[] = [];
  for (const { format, copied, reach } of formats) {
    const [ours, theirs]: [number[], number[]] = [[], []];
    const [oursBusy, theirsBusy]: [number[], number[]] = [[], []];
    const copy = `COPY orders TO '${path.join(folder, `copy.${copied}`)}' (FORMAT ${copied})`;
    for (let round = 0; round < rounds; round++) {
      await timed(() => write(format), ours, oursBusy);
      await timed(() => duckdb.run(copy), theirs, theirsBusy);
    }
    const against = `DuckDB, ${copied.toUpperCase()}`;
    const what = `${orders} orders to ${format.toUpperCase()}`;
    measurements.push({ what, against, ours, theirs, reach });
    measurements.push({ what: `${what}, processor time`, against, ours: oursBusy, theirs: theirsBusy, reach });
  }
  printTable(measurements, rounds);
  for (const [format, more] of memory)
    console.log(`memory beside the index, ${format.toUpperCase()}: ${more.toFixed(0)} MiB (<= ${memoryReach} MiB)`);
} finally {
  await reader.close();
  rmSync(folder, { recursive: true, force: true });
}
