import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ExportProgress, ExportQuery } from '../../shared/contract/exports.ts';
import { parseCsv } from '../../shared/testing/parse-csv.ts';
import { OrderglassError } from '../../shared/values/errors.ts';
import { createExport, type ExporterOptions, type ExportSuggestion } from './exporter.ts';
import type { HistoryRow } from './fields.ts';
import { rowFile } from './row-file.ts';
import { rowColumns } from './row-texts.ts';
import { exportQuery, manyOrders } from './testing/sample-rows.ts';

type Options = ExporterOptions<ExportQuery, HistoryRow>;
type RowsOf = Options['rowsOf'];

const never = new AbortController().signal;
let folder: string;
let target: string;
let suggested: ExportSuggestion[];
let handedOver: number;
let progress: ExportProgress[];
let now: number;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'orderglass-export-'));
  target = path.join(folder, 'chosen.csv');
  suggested = [];
  handedOver = 0;
  progress = [];
  now = 0;
  return () => rmSync(folder, { recursive: true, force: true });
});

const rows =
  (total: number, before?: (first: number) => Promise<void>): RowsOf =>
  async () => ({ total, chunks: manyOrders(total, { chunk: 100, ...(before ? { before } : {}) }) });

function exporter(rowsOf: RowsOf, changed: Partial<Options> = {}) {
  return createExport({
    targets: {
      choose: async (suggestion) => {
        suggested.push(suggestion);
        return {
          path: target,
          handOver() {
            handedOver++;
            return { kind: 'file', path: target };
          },
        };
      },
    },
    fileOf: (query) => rowFile(query, rowColumns(query), async () => ({})),
    rowsOf,
    onProgress: (event) => progress.push(event),
    monotonicNow: () => now,
    ...changed,
  });
}

async function expectNothing(): Promise<void> {
  expect(await readdir(folder)).toEqual([]);
  expect(handedOver).toBe(0);
}

describe('an export', () => {
  it('writes the rows to the chosen place and returns their number', async () => {
    const queries: ExportQuery[] = [];
    const query = exportQuery({ name: 'Main: orders', sort: [{ field: 'pnl', direction: 'ascending' }] });
    const outcome = await exporter(async (rowsQuery) => {
      queries.push(rowsQuery);
      return { total: 250, chunks: manyOrders(250, { chunk: 100 }) };
    })(query, never);

    const text = await readFile(target, 'utf8');
    expect(outcome).toEqual({ rows: 250, bytes: Buffer.byteLength(text), place: { kind: 'file', path: target } });
    const [head, ...records] = parseCsv(text);
    expect(head).toEqual(['Order id', 'PnL']);
    expect(records).toEqual(Array.from({ length: 250 }, (_, place) => [String(place), '-1.50']));
    expect(suggested).toEqual([{ fileName: 'Main- orders.csv', format: 'csv' }]);
    expect(queries).toMatchObject([{ account: 'demo', list: 'order-history', sort: query.sort }]);
    expect(handedOver).toBe(1);
  });

  it('without rows is a heading', async () => {
    expect(await exporter(rows(0))(exportQuery(), never)).toMatchObject({ rows: 0 });
    expect(await readFile(target, 'utf8')).toBe('Order id,PnL\r\n');
  });

  it('without a chosen place reads nothing', async () => {
    const rowsOf: RowsOf = () => Promise.reject(new Error('rows were read'));
    const canceled = exporter(rowsOf, { targets: { choose: async () => null } });
    expect(await canceled(exportQuery(), never)).toBeNull();
    expect(progress).toEqual([]);
  });

  it('publishes the total immediately, then its progress at most four times a second', async () => {
    const slow = rows(1000, async () => {
      now += 60;
    });
    await exporter(slow)(exportQuery({ id: 'mine' }), never);
    expect(progress).toEqual([
      { id: 'mine', rows: 0, total: 1000 },
      { id: 'mine', rows: 500, total: 1000 },
      { id: 'mine', rows: 1000, total: 1000 },
    ]);
  });

  it('reads a chunk while the previous one is written, and no further', async () => {
    const [shortestLine, chunkSize] = ['0,-1.50\r\n'.length, 100];
    let chunks = 0;
    const rowsOf = rows(1000, async (first) => {
      chunks++;
      if (first <= chunkSize) return;
      const [temporary = ''] = await readdir(folder);
      const { size } = await stat(path.join(folder, temporary));
      expect(size).toBeGreaterThan((first - chunkSize) * shortestLine);
    });
    await exporter(rowsOf)(exportQuery(), never);
    expect(chunks).toBe(10);
  });
});

describe('a failure leaves no file behind:', () => {
  it('a column that the list does not have, before a place is chosen', async () => {
    const failed = exporter(rows(1))(exportQuery({ list: 'plan-history' }), never);
    await expect(failed).rejects.toMatchObject({ code: 'invalid-input' });
    expect(suggested).toEqual([]);
  });

  it('a failure of the history database, which is passed on unchanged', async () => {
    const failure = new OrderglassError('unknown-account', 'no such account');
    await expect(exporter(() => Promise.reject(failure))(exportQuery(), never)).rejects.toBe(failure);
    const failsLater = rows(1000, async (first) => {
      if (first === 500) throw failure;
    });
    await expect(exporter(failsLater)(exportQuery(), never)).rejects.toBe(failure);
    await expectNothing();
  });

  it('an error of the system, of which only the code is passed on', async () => {
    target = path.join(folder, 'private', 'chosen.csv');
    await expect(exporter(rows(1))(exportQuery(), never)).rejects.toMatchObject({
      code: 'storage-failed',
      message: 'the file could not be written (ENOENT)',
    });
    target = folder;
    await expect(exporter(rows(1))(exportQuery(), never)).rejects.toMatchObject({ code: 'storage-failed' });
    await expectNothing();
  });

  it('an error of the host', async () => {
    const choose = () => Promise.reject(Object.assign(new Error('no space'), { code: 'ENOSPC', syscall: 'mkdir' }));
    const failed = exporter(rows(1), { targets: { choose } })(exportQuery(), never);
    await expect(failed).rejects.toMatchObject({ code: 'storage-failed' });
    const broken = exporter(rows(1), { targets: { choose: () => Promise.reject(new TypeError('a fault')) } });
    await expect(broken(exportQuery(), never)).rejects.toThrow(TypeError);
  });

  it('fewer or more rows than announced', async () => {
    for (const total of [99, 101]) {
      const wrong: RowsOf = async () => ({ total, chunks: manyOrders(100) });
      await expect(exporter(wrong)(exportQuery(), never)).rejects.toMatchObject({ code: 'storage-failed' });
    }
    await expectNothing();
  });
});

describe('a canceled export', () => {
  it('does nothing if it is canceled before it starts', async () => {
    const canceled = exporter(rows(1))(exportQuery(), AbortSignal.abort());
    await expect(canceled).rejects.toMatchObject({ code: 'canceled' });
    expect(suggested).toEqual([]);
  });

  it('does not wait for the user to choose a place', async () => {
    const controller = new AbortController();
    const choose = () => {
      controller.abort();
      return new Promise<null>(() => {});
    };
    const canceled = exporter(rows(1), { targets: { choose } })(exportQuery(), controller.signal);
    await expect(canceled).rejects.toMatchObject({ code: 'canceled' });
  });

  it('does not wait for the rows to be found', async () => {
    const controller = new AbortController();
    const rowsOf: RowsOf = (_query, signal) => {
      expect(signal).toBe(controller.signal);
      controller.abort();
      return new Promise(() => {});
    };
    await expect(exporter(rowsOf)(exportQuery(), controller.signal)).rejects.toMatchObject({ code: 'canceled' });
    await expectNothing();
  });

  it('keeps the earlier file and reads no further', async () => {
    await writeFile(target, 'before');
    const controller = new AbortController();
    let last = 0;
    const rowsOf = rows(1_000_000, async (first) => {
      last = first;
      if (first === 5000) controller.abort();
    });
    await expect(exporter(rowsOf)(exportQuery(), controller.signal)).rejects.toMatchObject({ code: 'canceled' });
    expect(await readFile(target, 'utf8')).toBe('before');
    expect(await readdir(folder)).toEqual(['chosen.csv']);
    expect(last).toBe(5000);
    expect(handedOver).toBe(0);
  });

  it('does not wait for a database that does not respond', async () => {
    const controller = new AbortController();
    const stuck = rows(1000, async (first) => {
      if (first < 500) return;
      controller.abort();
      await new Promise(() => {});
    });
    await expect(exporter(stuck)(exportQuery(), controller.signal)).rejects.toMatchObject({ code: 'canceled' });
    await expectNothing();
  });
});

it.each(['csv', 'jsonl'] as const)(
  '60,000 long rows as %s need less memory than their file has bytes',
  { timeout: 60_000 },
  async (format) => {
    // The child measures its own peak: the system's figure starts with the memory of the parent.
    const module = (file: string): string => JSON.stringify(pathToFileURL(path.join(import.meta.dirname, file)).href);
    const source = `
    import { createExport } from ${module('exporter.ts')};
    import { rowFile } from ${module('row-file.ts')};
    import { rowColumns } from ${module('row-texts.ts')};
    import { exportQuery, manyOrders } from ${module('testing/sample-rows.ts')};
    const path = ${JSON.stringify(target)};
    const choose = async () => ({ path, handOver: () => ({ kind: 'file', path }) });
    let peak = 0;
    async function* chunks() {
      for await (const rows of manyOrders(60_000)) {
        peak = Math.max(peak, process.memoryUsage.rss());
        yield rows.map((row) => ({ ...row, raw: 'x'.repeat(1600) }));
      }
    }
    const rowsOf = async () => ({ total: 60_000, chunks: chunks() });
    const fileOf = (query) => rowFile(query, rowColumns(query), async () => ({}));
    const run = createExport({ targets: { choose }, fileOf, rowsOf, onProgress: () => {} });
    const query = exportQuery({ format: '${format}', columns: null });
    const { rows, bytes } = await run(query, new AbortController().signal);
    process.stdout.write(JSON.stringify({ rows, bytes, peak }));`;
    // A fifth of the file. A start needs 15 MiB: rows that were kept, or 150 bytes of each, would not fit.
    const limits = ['--max-old-space-size=20', '--max-semi-space-size=2'];
    const child = spawn(process.execPath, [...limits, '--input-type=module', '--eval', source]);
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    expect(await once(child, 'close')).toEqual([0, null]);
    const { rows: written, bytes, peak } = JSON.parse(output);
    expect(written).toBe(60_000);
    expect(bytes).toBeGreaterThan(100_000_000);
    expect(peak).toBeLessThan(200_000_000);
    const content = await readFile(target);
    expect(content).toHaveLength(bytes);
    let lines = 0;
    for (let end = content.indexOf('\n'); end >= 0; end = content.indexOf('\n', end + 1)) lines++;
    expect(lines).toBe(format === 'csv' ? 60_001 : 60_000);
  },
);
