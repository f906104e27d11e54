import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parquetFile } from '../src/core/export/parquet-file.ts';
import { rowColumns } from '../src/core/export/row-texts.ts';
import { writeFileInParts } from '../src/core/export/write-file.ts';
import { compareDecimals, sum } from '../src/shared/values/decimal.ts';
import { openDuckDb } from './lib/duckdb.ts';
import { sampleTradeOrders, withRaw } from './lib/sampled-orders.ts';

/**
 * Writes the Parquet files of many accounts as `orderglass snapshot` does, one after the other, and has DuckDB count and sum their orders by
 * account as docs/archive.md says. Prints times, memory and whether the figures are equal. The first argument is the number of accounts, by
 * default 100, the second one that of the orders of each, by default 100,000.
 */
const [accounts, orders] = [Number(process.argv[2] ?? 100), Number(process.argv[3] ?? 100_000)];
const ordersPerChunk = 2000;

if (process.argv[2] === 'read') await read(process.argv[3] ?? '');
else await writeAndRead();

async function writeAndRead(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'orderglass-bench-'));
  try {
    const start = performance.now();
    const sums = new Map<string, string>();
    for (let number = 1; number <= accounts; number++) {
      const account = `Account ${number}`;
      mkdirSync(path.join(folder, account));
      sums.set(account, await write(path.join(folder, account, 'v1_orders.parquet'), account, number));
    }
    console.log(`written: ${seconds(performance.now() - start)} s, ${(sizeOf(folder) / 1e6).toFixed(0)} MB`);
    const child = execFileSync(process.execPath, [import.meta.filename, 'read', folder], { encoding: 'utf8' });
    const { rows, ms, mebibytes } = JSON.parse(child) as { rows: string[][]; ms: number; mebibytes: number };
    const areEqual = rows.every(
      ([account = '', count, pnl = '']) =>
        count === String(orders) && compareDecimals(pnl, sums.get(account) ?? 'missing') === 0,
    );
    console.log(`${accounts} accounts x ${orders} orders: read in ${seconds(ms)} s, ${mebibytes.toFixed(0)} MiB`);
    console.log(rows.length === accounts && areEqual ? 'counts and sums are equal' : 'counts or sums DIFFER');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the sum of the PnL. */
async function write(file: string, account: string, seed: number): Promise<string> {
  const form = {
    zone: 'UTC',
    format: 'parquet',
    separator: 'comma',
    decimalSign: 'point',
    byteOrderMark: false,
  } as const;
  const columns = rowColumns({ ...form, columns: null, list: 'order-history', accountNames: { [account]: account } });
  const sample = sampleTradeOrders(seed);
  let total = '0';
  async function* chunks() {
    for (let first = 1; first <= orders; first += ordersPerChunk) {
      yield Array.from({ length: Math.min(ordersPerChunk, orders - first + 1) }, (_, row) => {
        const order = sample(first + row);
        total = sum(total, order.pnl ?? '0');
        return { ...withRaw(order), account };
      });
    }
  }
  await writeFileInParts(
    file,
    parquetFile(columns, chunks(), () => ({})),
    new AbortController().signal,
  );
  return total;
}

/** Prints what DuckDB finds, and what that took, in a process of its own. */
async function read(folder: string): Promise<void> {
  const duckdb = await openDuckDb(folder);
  const start = performance.now();
  const answer = await duckdb.runAndReadAll(
    `SELECT account, count(*) AS orders, sum(pnl::DECIMAL(38, 18)) AS pnl FROM '${folder}/*/v1_orders.parquet' GROUP BY account`,
  );
  const rows = answer.getRows().map((row) => row.map(String));
  const ms = performance.now() - start;
  console.log(JSON.stringify({ rows, ms, mebibytes: process.resourceUsage().maxRSS / 1024 }));
}

function sizeOf(folder: string): number {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.parquet'));
  return names.reduce((bytes, name) => bytes + statSync(path.join(folder, name)).size, 0);
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}
