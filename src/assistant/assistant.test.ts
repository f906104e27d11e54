import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, cpSync, mkdirSync, mkdtempSync, openSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect as connectTo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { currentFolder } from '../core/reader/testing/current-folder.ts';

const program = path.resolve(import.meta.dirname, '../../out/browser-host/cli.js');
let folder: string;
let data: string;
let forbidding: string;
let rows: number;
/** Without `--notes`. */
let client: Client;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'orderglass-assistant-'));
  const recording = await currentFolder(folder);
  data = path.join(folder, 'data');
  rows = recording.orders.rows;
  // Ends a program that opens a socket or loads the keychain.
  forbidding = path.join(folder, 'forbid.mjs');
  writeFileSync(
    forbidding,
    `import { registerHooks } from 'node:module';
    import net from 'node:net';
    import dgram from 'node:dgram';
    const end = (what) => () => { process.stderr.write('forbidden: ' + what + '\\n'); process.kill(process.pid, 'SIGKILL'); };
    net.Socket.prototype.connect = end('socket');
    net.Server.prototype.listen = end('server');
    dgram.createSocket = end('datagram');
    registerHooks({ resolve(name, context, next) { if (name === 'keytar' || /keytar.node/.test(name)) end('keychain')(); return next(name, context); } });`,
  );
  client = await connect();
});
afterAll(async () => {
  await client.close();
  rmSync(folder, { recursive: true, force: true });
});

async function connect(...args: string[]): Promise<Client> {
  const connected = new Client(clientInfo);
  const nodeArgs = ['--import', pathToFileURL(forbidding).href, program, 'mcp', '--data-dir', data, ...args];
  await connected.connect(new StdioClientTransport({ command: process.execPath, args: nodeArgs, stderr: 'inherit' }));
  return connected;
}

const clientInfo = { name: 'test', version: '1' };
const metaOf = (version: string) => ({
  'io.modelcontextprotocol/protocolVersion': version,
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': clientInfo,
});

interface Answer {
  coverage: { complete: boolean; checkedAt: string | null }[];
  isComplete: boolean;
  asOf: string;
  total: number;
  returned: number;
  nextCursor: string | null;
  rows: Record<string, string | null>[];
}

async function call(name: string, input: Record<string, unknown> = {}, asked = client) {
  const result = await asked.callTool({ name, arguments: input });
  const [{ text = '' } = {}] = result.content as { text?: string }[];
  return { text, isError: result.isError === true, answer: result.structuredContent as unknown as Answer };
}

describe('an assistant', () => {
  it('hears which of its words are no condition, so that none of their rows is not taken for none at all', async () => {
    const { answer } = await call('list_orders', { words: 'sells >1,000' });
    expect(answer).toMatchObject({ total: 0, searched: '>1,000' });
    expect((await call('list_orders', { words: 'sells' })).answer).toMatchObject({ searched: null, absent: [] });
    const filter = { symbols: ['BTCUSDT'] };
    expect((await call('list_orders', { filter })).answer).toMatchObject({ total: 0, absent: ['BTCUSDT'] });
  });

  it('has eight tools that only read, each with the schemas of its input and its output', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'list_accounts',
      'read_coverage',
      'list_orders',
      'list_plan_orders',
      'list_trades',
      'read_positions',
      'read_results',
      'read_statement',
    ]);
    for (const { annotations, inputSchema, outputSchema } of tools) {
      expect(annotations).toMatchObject({ readOnlyHint: true, openWorldHint: false });
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      expect(outputSchema?.properties).toMatchObject({ coverage: {}, total: {}, nextCursor: {}, rows: {} });
    }
  });

  it('gets the same JSON as text and as structured content, with coverage and age, without a socket or a key', async () => {
    const { tools } = await client.listTools();
    const inputs = { read_statement: { account: 'Main', from: '2020-01-01', to: '2100-01-01' } };
    for (const { name } of tools) {
      const { text, isError, answer } = await call(name, { ...inputs[name as keyof typeof inputs] });
      expect([name, isError, isError ? text : '']).toEqual([name, false, '']);
      expect(JSON.parse(text)).toEqual(answer);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(60_000);
      expect(Date.parse(answer.asOf)).toBeGreaterThan(Date.now() - 60_000);
      const dates = answer.coverage.map(({ checkedAt }) => Date.parse(checkedAt ?? ''));
      expect(dates.length > 0).toBe(name !== 'list_accounts');
      expect(dates).not.toContain(Number.NaN);
      expect(text).not.toContain('"raw"');
      expect(text).not.toContain('"note"');
    }
  });

  it.each([
    ['socket', "import('node:net').then((net) => net.connect(1))"],
    ['keychain', "import('keytar')"],
  ])('would be ended by a %s', (what, code) => {
    const args = ['--import', pathToFileURL(forbidding).href, '--input-type=module', '--eval', code];
    const { signal, stderr } = spawnSync(process.execPath, args, { cwd: import.meta.dirname, encoding: 'utf8' });
    expect([signal, stderr]).toEqual(['SIGKILL', `forbidden: ${what}\n`]);
  });

  it('reads a list in parts of whole rows, each of which continues the one before', async () => {
    const ids: string[] = [];
    let cursor: string | null = null;
    do {
      const { answer }: { answer: Answer } = await call('list_orders', cursor === null ? {} : { cursor });
      expect(answer.total).toBe(rows);
      expect(answer.returned).toBe(answer.rows.length);
      expect(answer.isComplete).toBe(false);
      ids.push(...answer.rows.map(({ id, marginMode }) => `${marginMode} ${id}`));
      cursor = answer.nextCursor;
    } while (cursor !== null);
    expect(new Set(ids).size).toBe(rows);
  });

  it('hears in a sentence that a cursor is of another question, that an account is unknown, and that an argument is', async () => {
    const { answer } = await call('list_orders');
    const other = await call('list_orders', { words: 'sells', cursor: answer.nextCursor });
    expect([other.isError, other.text]).toEqual([true, expect.stringContaining('not of this question')]);
    expect(await call('list_orders', { account: 'Nobody' })).toMatchObject({
      isError: true,
      text: expect.stringMatching(/Accounts: .*Main/),
    });
    expect(await call('list_orders', { account: 'Another' })).toMatchObject({ isError: true });
    expect(await call('list_orders', { filter: { nope: 1 } })).toMatchObject({ isError: true });
  });

  it.each([
    [
      'a handshake',
      { method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } },
      '2025-06-18',
    ],
    ['revision 2026-07-28', { method: 'server/discover', params: { _meta: metaOf('2026-07-28') } }, '2026-07-28'],
  ])('answers a client of %s', async (_name, request, version) => {
    const child = spawn(process.execPath, [program, 'mcp', '--data-dir', data]);
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, ...request })}\n`);
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    expect(JSON.parse(line.toString())).toMatchObject({ id: 1, result: { capabilities: { tools: {} } } });
    expect(line.toString()).toContain(version);
    child.stdin.end();
    expect(await once(child, 'close')).toEqual([0, null]);
  });

  it.each(['a pipe', 'a file'])('answers every question of %s that ends after it, then ends', (kind) => {
    const meta = { _meta: metaOf('2026-07-28') };
    const listing = { method: 'subscriptions/listen', params: { ...meta, notifications: {} } };
    const asked = { method: 'tools/call', params: { ...meta, name: 'list_orders', arguments: { account: 'Main' } } };
    const refused = { method: 'tools/call', params: { ...meta, name: 'nothing', arguments: {} } };
    const requests = [asked, { method: 'tools/list', params: meta }, refused, listing, asked, asked];
    const input = requests.map((request, id) => JSON.stringify({ jsonrpc: '2.0', id, ...request })).join('\n');
    const file = path.join(folder, 'questions.jsonl');
    writeFileSync(file, `${input}\n`);
    const descriptor = openSync(file, 'r');
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'mcp', '--data-dir', data], {
      ...(kind === 'a file' ? { stdio: [descriptor, 'pipe', 'pipe'] } : { input: `${input}\n` }),
      encoding: 'utf8',
    });
    closeSync(descriptor);
    expect([status, stderr]).toEqual([0, '']);
    const responses = stdout.trimEnd().split('\n');
    const received = responses
      .map((line) => JSON.parse(line))
      .filter(({ id, result, error }) => id !== 3 && (result ?? error));
    expect(received.map(({ id }) => id).toSorted()).toEqual([0, 1, 2, 4, 5]);
    for (const { id, result } of received) if (id !== 1 && id !== 2) expect(result.structuredContent.total).toBe(rows);
  });

  // Only Linux passes on what came before a reset.
  it.runIf(process.platform === 'linux')('answers what it has read of an input that fails, then ends', async () => {
    const server = createServer({ pauseOnConnect: true }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const asking = connectTo((server.address() as AddressInfo).port, '127.0.0.1');
    const [input] = await once(server, 'connection');
    const child = spawn(process.execPath, [program, 'mcp', '--data-dir', data], { stdio: [input, 'pipe', 'pipe'] });
    const ended = once(child, 'close');
    const output: Buffer[] = [];
    child.stdout?.on('data', (chunk: Buffer) => output.push(chunk));
    const params = { _meta: metaOf('2026-07-28'), name: 'list_orders', arguments: { account: 'Main' } };
    asking.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })}\n`);
    asking.resetAndDestroy();
    server.close();
    expect(await ended).toEqual([0, null]);
    expect(JSON.parse(Buffer.concat(output).toString()).result.structuredContent.total).toBe(rows);
  });

  it('ends with its input, also if that is a file', () => {
    const { status, stderr } = spawnSync(process.execPath, [program, 'mcp', '--data-dir', data], {
      stdio: ['ignore', 'pipe', 'pipe'],
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, '']);
  });

  it('reads notes only if the user has said so', async () => {
    const reading = await connect('--notes');
    const { answer } = await call('list_orders', { filter: { noted: 'only' } }, reading);
    await reading.close();
    expect(answer.rows.length).toBeGreaterThan(0);
    for (const { note } of answer.rows) expect(note).not.toBeNull();
  });

  it('finds nothing by notes, and no tags, without --notes', async () => {
    expect((await call('list_orders', { filter: { noted: 'only' } })).answer.rows).toEqual([]);
    const { answer } = await call('read_results', { account: 'Main' });
    expect(answer.rows.map(({ group }) => group)).toContain('symbol');
    expect(answer.rows.filter(({ group, name }) => group === 'tag' && name)).toEqual([]);
  });

  it('a call that fails leaves the archives to those beside it', async () => {
    const names = ['list_orders', 'list_trades', 'read_positions', 'read_coverage'];
    const answers = await Promise.all([
      call('list_orders', { account: 'Nobody' }),
      ...names.map((name) => call(name, { account: 'Main' })),
      call('list_orders', { account: 'Nobody' }),
      ...names.map((name) => call(name, { account: 'Main' })),
    ]);
    expect(answers.map(({ isError }) => isError)).toEqual([
      true,
      ...names.map(() => false),
      true,
      ...names.map(() => false),
    ]);
  });

  it.each([
    ['is damaged', (file: string) => writeFileSync(file, 'no database'), /history .*\.sqlite: /],
    ['cannot be read', (file: string) => [rmSync(file), mkdirSync(file)], /history .*\.sqlite: /],
  ])('hears that an archive %s, without a folder of this computer', async (_name, spoil, words) => {
    const copy = path.join(folder, 'spoiled');
    cpSync(data, copy, { recursive: true });
    for (const name of readdirSync(path.join(copy, 'archives')).filter((each) => /\.sqlite$/.test(each)))
      spoil(path.join(copy, 'archives', name));
    const reading = await connect('--data-dir', copy);
    const { isError, text } = await call('list_orders', {}, reading);
    await reading.close();
    rmSync(copy, { recursive: true });
    expect([isError, text]).toEqual([true, expect.stringMatching(words)]);
    expect(text).not.toContain(folder);
  });
});
