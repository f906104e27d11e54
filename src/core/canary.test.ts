import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FaultName, type FaultyExchange, startFaultyExchange } from '../demo-exchange/faults/index.ts';
import { type ChannelName, contract } from '../shared/contract/index.ts';
import { liveLists } from '../shared/market/market.ts';
import { historyLists } from '../shared/orders/history.ts';
import { keychainReasons } from '../shared/values/error-codes.ts';
import type { Result } from '../shared/values/result.ts';
import { type Core, createCore, openProgramLog } from './index.ts';
import { FileKeychain } from './testing/file-keychain.ts';
import { keptThreads } from './testing/kept-threads.ts';

const token = 'Zq7Xv-canaryToken-Wk3Jm9';
const secretKey = 'Hb5Yt/canary+Secret=Gf2Lp8';
const credentials = { token, secretKey };
const profile = { name: 'Main', signingVariant: 'bytewise', requestsPerWindow: 1000, keptIn: 'keychain' } as const;
const window = { filter: {}, sort: [], zone: 'UTC', from: 0, count: 100 };
/** Responses that quote the request, or that come from elsewhere. */
const indiscreet: readonly FaultName[] = [
  'errmsg-credentials',
  'html-502',
  'redirect',
  'errmsg-markup',
  'truncated-json',
];

let folder: string;
let dataDirectory: string;
let exchange: FaultyExchange;
let keychain: FileKeychain;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'orderglass-canary-'));
  dataDirectory = path.join(folder, 'data');
  keychain = new FileKeychain(path.join(folder, 'keychain.json'));
  exchange = await startFaultyExchange({ orders: 150, plans: 20, requestsPerWindow: 10_000, credentials });
});

afterEach(async () => {
  await exchange.close();
  await rm(folder, { recursive: true, force: true });
});

/** A program that records every message that leaves it. */
async function start() {
  const left: string[] = [];
  const called = new Set<ChannelName>();
  const log = openProgramLog({ dataDirectory });
  const core: Core = await createCore({
    dataDirectory,
    historyWorker: keptThreads,
    about: { version: '0.0.0', host: 'browser', platform: 'linux' },
    startDemoExchange: async () => ({ baseUrl: exchange.baseUrl, token, secretKey, close: async () => {} }),
    openKeychain: () => keychain,
    random: () => Math.random() / 100,
    log,
  });
  core.subscribe((event) => left.push(JSON.stringify(event)));
  return {
    left,
    called,
    async call(channel: ChannelName, input: unknown): Promise<Result<unknown>> {
      called.add(channel);
      const result = await core.call(channel, input);
      left.push(JSON.stringify(result));
      return result;
    },
    async end() {
      left.push(...log.recentLines());
      await core.close();
      log.close();
    },
  };
}

/** Fails for 8 consecutive characters of a secret, in any case, plain or percent-encoded. The last 4 of a token may be shown. */
function expectNoTrace(text: string, where: string): void {
  const searched = text.toLowerCase();
  for (const secret of [token, secretKey].flatMap((value) => [value, encodeURIComponent(value)])) {
    for (let start = 0; start + 8 <= secret.length; start++) {
      const part = secret.slice(start, start + 8).toLowerCase();
      if (searched.includes(part)) expect.fail(`${where} holds a part of a secret: ${text.slice(0, 500)}`);
    }
  }
}

async function filesIn(directory: string): Promise<[name: string, content: string][]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  return Promise.all(files.map(async (file): Promise<[string, string]> => [file, await readFile(file, 'latin1')]));
}

const idOf = (result: Result<unknown>): string => {
  expect(result).toMatchObject({ ok: true, data: { id: expect.any(String) } });
  return (result as { data: { id: string } }).data.id;
};

test('no result, event, log line or file contains a token or a secret key', async () => {
  const program = await start();
  const { call } = program;
  const { baseUrl } = exchange;
  const kept = idOf(await call('saveAccount', { ...profile, baseUrl, credentials }));
  const forSession = idOf(
    await call('saveAccount', { ...profile, name: 'S', baseUrl, credentials, keptIn: 'session' }),
  );

  async function readEverything(account: string): Promise<void> {
    for (const list of historyLists) await call('syncHistory', { account, list, action: 'refresh' });
    await Promise.all([
      ...liveLists.map((list) => call('refreshLive', { account, list })),
      ...(['readOrderHistory', 'readPlanHistory'] as const).map((name) => call(name, { account, ...window })),
      ...(['readSymbolRules', 'readConnection'] as const).map((name) => call(name, { account })),
    ]);
    await call('testConnection', { id: account });
  }

  for (const account of ['demo', kept, forSession]) await readEverything(account);
  for (const fault of indiscreet) {
    exchange.faults.set({ rules: [{ fault }] });
    await readEverything(kept);
    await call('testConnection', { baseUrl, signingVariant: 'bytewise', credentials });
    await call('testConnection', { id: kept, baseUrl, signingVariant: 'case-insensitive' });
  }
  exchange.faults.set(null);

  for (const reason of keychainReasons) {
    if (reason === 'entry-missing' || reason === 'session-ended') continue;
    keychain.failure = reason;
    const failed = await call('saveAccount', { ...profile, name: reason, baseUrl, credentials });
    expect(failed).toMatchObject({ ok: false, error: { code: 'keychain-unavailable', keychain: reason } });
  }
  keychain.failure = null;

  const misplaced = [
    { ...profile, baseUrl, credentials: token },
    { ...profile, baseUrl, credentials: { token } },
    { ...profile, baseUrl, credentials: { token: `${token} ${secretKey}`, secretKey } },
    { ...profile, baseUrl, credentials: { token, secretKey: `${secretKey}\u0000` } },
    { ...profile, baseUrl: `https://${token}:x@exchange.example`, credentials },
    { ...profile, baseUrl: `https://exchange.example/?${token}`, credentials },
    { ...profile, baseUrl, credentials, id: token },
    { ...profile, baseUrl, credentials, keptIn: secretKey },
    { ...profile, baseUrl, credentials, signingVariant: token },
    { ...profile, baseUrl, credentials, [secretKey]: 1 },
    { ...profile, baseUrl, credentials, name: `${token.repeat(3)}` },
    { ...profile, baseUrl, credentials, name: 'Main' },
  ];
  for (const input of misplaced) expect(await call('saveAccount', input)).toMatchObject({ ok: false });
  for (const name of Object.keys(contract).filter((each): each is ChannelName => each !== 'changeSettings')) {
    await call(name, { account: token, id: token, [secretKey]: secretKey });
    await call(name, { account: token, ...window, anchor: secretKey });
    await call(name, token);
  }
  await call('changeSettings', { theme: token });

  await call('saveAccount', { ...profile, id: kept, name: 'Renamed', baseUrl });
  await call('saveAccount', { ...profile, id: kept, name: 'Renamed', baseUrl, credentials });
  await call('readAbout', {});
  await call('readSettings', {});
  await call('listAccounts', {});
  await call('readDiagnostics', {});
  await call('readStoredData', {});
  await call('removeAccount', { id: forSession });
  await program.end();

  const second = await start();
  // The program cannot recognize the credentials before it has read them again.
  exchange.faults.set({ rules: [{ fault: 'errmsg-credentials' }] });
  expect(await second.call('readSymbolRules', { account: kept })).toMatchObject({
    ok: false,
    error: { service: { errno: 20001 } },
  });
  await second.call('testConnection', { id: kept });
  exchange.faults.set(null);
  await second.call('listAccounts', {});
  await second.call('readOrderHistory', { account: kept, ...window });
  await second.call('readDiagnostics', {});
  // The credentials were used, and are where they belong, alone once the start has removed the replaced ones.
  await expect.poll(() => Object.values(keychain.entries)).toEqual([credentials]);
  await second.end();

  expect([...program.called].sort()).toEqual(Object.keys(contract).sort());
  const left = [...program.left, ...second.left];
  expect(left.length).toBeGreaterThan(100);
  for (const message of left) expectNoTrace(message, 'a message');
  const files = await filesIn(dataDirectory);
  expect(files.map(([name]) => path.basename(name))).toEqual(
    expect.arrayContaining(['accounts.json', 'orderglass.log']),
  );
  for (const [name, content] of files) {
    expectNoTrace(name, 'the name of a file');
    expectNoTrace(content, name);
  }

  // The credentials were used, and are found.
  expect(exchange.traffic.recent().some(({ headers }) => headers.token === token)).toBe(true);
  expect(left.join()).toContain(`"endsIn":"${token.slice(-4)}"`);
  expect(() => expectNoTrace(JSON.stringify(keychain.entries), 'the keychain')).toThrow('the keychain holds');
});
