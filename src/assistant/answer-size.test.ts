import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

const accounts = 40;
const gaps = 400;
let folder: string;
let client: Client;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'orderglass-answer-size-'));
  for (const name of ['archives', 'notes']) mkdirSync(path.join(folder, name));
  const file = (index: number) => path.join(folder, 'archives', `${index}.sqlite`);
  const maker = path.resolve(import.meta.dirname, '../history/store/testing/gappy-store.ts');
  execFileSync(process.execPath, [maker, file(0), String(gaps)]);
  for (let index = 1; index < accounts; index++) cpSync(file(0), file(index));
  const profiles = Array.from({ length: accounts }, (_, index) => ({
    ...{ id: `id${index}`, name: `${'界'.repeat(50)}${index}`, baseUrl: 'https://exchange.example' },
    ...{ signingVariant: 'bytewise', requestsPerWindow: 100, createdAt: 0, credentials: null },
    ...{ archive: { tokenFingerprint: 'x', name: String(index) }, earlierArchives: [] },
  }));
  const content = { version: 1, fingerprintKey: 'x', profiles, orphanedEntries: [] };
  writeFileSync(path.join(folder, 'accounts.json'), JSON.stringify(content));
  client = new Client({ name: 'test', version: '1' });
  const args = [path.resolve(import.meta.dirname, '../../out/browser-host/cli.js'), 'mcp', '--data-dir', folder];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'inherit' }));
});
afterAll(async () => {
  await client?.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Part {
  coverage: { account: string; gaps: { from: string; to: string }[]; gapsTotal: number }[];
  coverageTotal: number;
  isComplete: boolean;
  total: number;
  returned: number;
  nextCursor: string | null;
  rows: Record<string, string | null>[];
}

async function call(name: string, input: Record<string, unknown> = {}) {
  const { content, structuredContent, isError } = await client.callTool({ name, arguments: input });
  const [{ text = '' } = {}] = content as { text?: string }[];
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(60_000);
  return { text, isError, answer: structuredContent as unknown as Part };
}

it('hundreds of gaps are cut to the longest ones, and counted', async () => {
  const { answer } = await call('list_orders', { account: 'id7', zone: 'UTC' });
  expect([answer.isComplete, answer.coverageTotal, answer.total]).toEqual([false, 2, 2 * (gaps + 1)]);
  for (const list of answer.coverage) {
    expect([list.gapsTotal, list.gaps.length]).toEqual([gaps, 10]);
    const spans = list.gaps.map(({ from, to }) => ({ from: Date.parse(from), to: Date.parse(to) }));
    expect(Math.max(...spans.map(({ from, to }) => to - from))).toBe(61 * 60_000);
    expect(spans).toEqual(spans.toSorted((one, other) => other.to - one.to));
  }
});

it('the rows of read_coverage have every list and every gap, part by part', async () => {
  const rows: Part['rows'] = [];
  let parts = 0;
  for (let cursor: string | null | undefined; cursor !== null; parts++) {
    const { answer } = await call('read_coverage', { account: 'id7', zone: 'UTC', ...(cursor && { cursor }) });
    rows.push(...answer.rows);
    expect(answer.total).toBe(4 + 2 * gaps);
    cursor = answer.nextCursor;
  }
  expect(parts).toBeGreaterThan(1);
  const [lists, spans] = [rows.slice(0, 4), rows.slice(4)];
  expect(lists.map((row) => row.gaps)).toEqual([String(gaps), String(gaps), '0', '0']);
  expect(spans.filter(({ marginMode }) => marginMode === 'cross')).toHaveLength(gaps);
  expect(new Set(spans.map(({ marginMode, from }) => `${marginMode} ${from}`)).size).toBe(2 * gaps);
});

it('the coverage of many accounts leaves room for rows, and says how many lists it leaves out', async () => {
  for (const name of [
    'list_orders',
    'list_trades',
    'read_positions',
    'read_results',
    'list_accounts',
    'read_coverage',
  ]) {
    const { answer } = await call(name);
    expect([name, answer.returned > 0]).toEqual([name, true]);
    if (name === 'list_accounts') continue;
    expect(answer.coverageTotal).toBe(accounts * (name === 'read_coverage' ? 4 : 2));
    expect(answer.coverage.length).toBeLessThan(accounts);
  }
});

it('an error that names all accounts is cut, and so is one of a wrong argument', async () => {
  const unknown = await call('list_orders', { account: 'Nobody' });
  expect([unknown.isError, unknown.text.length]).toEqual([true, 2_001]);
  for (const length of [100, 20_000]) {
    const symbols = Array.from({ length }, (_, index) => index);
    expect(await call('list_orders', { filter: { symbols } })).toMatchObject({ isError: true });
  }
});
