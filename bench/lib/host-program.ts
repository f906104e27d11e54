/**
 * A program of a checkout, which answers what a page asks of its histories. Prints what each answer took, in processor seconds of the whole
 * process and in seconds, and the resident memory (MiB) after it. It runs from bundles, as users run it,
 * so that no time is spent on the types of the sources. Arguments: the checkout, the folder of its bundles, the data folder, what to do, a number.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Core, CoreOptions } from '../../src/core/index.ts';

/** What a program has needed up to an answer. */
export interface Answered {
  readonly what: string;
  readonly processor: number;
  readonly elapsed: number;
  readonly mebibytes: number;
}

const [, , checkout = '', bundles = '', dataDirectory = '', task = '', count = '0'] = process.argv;
const load = (file: string) => import(pathToFileURL(path.resolve(checkout, file)).href);
const bundle = (file: string) => path.join(bundles, file);

/** No server listens there, so that only stored rows are shown. */
const exchange = 'http://127.0.0.1:9';
const query = { filter: {}, zone: 'UTC', from: 0, count: 100 };
const byPnl = [{ field: 'pnl', direction: 'descending' }];
/** Until the archive has the trades, and the files beside it are written. */
const settleMs = 30_000;
const answered: Answered[] = [];

async function open(): Promise<Core> {
  const { createCore } = (await load(bundle('core.js'))) as { createCore(options: CoreOptions): Promise<Core> };
  const { FileKeychain } = (await load(bundle('keychain.js'))) as {
    FileKeychain: new (file: string) => ReturnType<NonNullable<CoreOptions['openKeychain']>>;
  };
  return createCore({
    dataDirectory,
    about: { version: '0.0.0', host: 'browser', platform: process.platform },
    startDemoExchange: () => Promise.reject(new Error('not asked')),
    historyWorker: pathToFileURL(bundle('history-worker.cjs')),
    openKeychain: () => new FileKeychain(path.join(dataDirectory, 'keychain.json')),
  });
}

/** Bundles the core and the history's worker as the browser host is bundled. */
async function build(): Promise<void> {
  process.chdir(checkout);
  const vite = (await load('node_modules/vite/dist/node/index.js')) as typeof import('vite');
  const input = { core: 'src/core/index.ts', keychain: 'src/core/testing/file-keychain.ts' };
  await vite.build({
    configFile: 'packaging/browser-host.vite.config.ts',
    logLevel: 'warn',
    build: { outDir: bundles, emptyOutDir: true, license: false, rolldownOptions: { input } },
  });
}

async function ask(core: Core, name: string, input: object): Promise<unknown> {
  const answer = await core.call(name, input);
  if (!answer.ok) throw new Error(`${name}: ${JSON.stringify(answer.error)}`);
  return answer.data;
}

function note(what: string): void {
  const { user, system } = process.cpuUsage();
  const mebibytes = Math.round(process.memoryUsage.rss() / 2 ** 20);
  answered.push({ what, processor: (user + system) / 1e6, elapsed: process.uptime(), mebibytes });
}

async function add(core: Core): Promise<void> {
  for (let number = 1; number <= Number(count); number++) {
    await ask(core, 'saveAccount', {
      name: `Account ${number}`,
      baseUrl: exchange,
      signingVariant: 'bytewise',
      requestsPerWindow: 1000,
      credentials: { token: `token-${number}`, secretKey: 'none' },
      keptIn: 'session',
    });
  }
}

/** Fills an archive of the account, and copies of it of the others. */
async function fill(): Promise<void> {
  const { fillHistory } = (await load('bench/lib/filled-archive.ts')) as {
    fillHistory(file: string, rows: number): void;
  };
  const accounts = readFileSync(path.join(dataDirectory, 'accounts.json'), 'utf8');
  const names = [...new Set(Array.from(accounts.matchAll(/"name":\s*"([\da-f]{32}(?:-\d+)?)"/g), ([, name]) => name))];
  const { copyFileSync } = await import('node:fs');
  const [first, ...others] = names.map((name) => path.join(dataDirectory, 'archives', `${name}.sqlite`));
  fillHistory(first as string, Number(count));
  for (const file of others) copyFileSync(first as string, file);
}

async function accountIds(core: Core): Promise<string[]> {
  const accounts = (await ask(core, 'listAccounts', {})) as { id: string; kind: string }[];
  return accounts.filter(({ kind }) => kind === 'live').map(({ id }) => id);
}

async function read(core: Core): Promise<void> {
  const account = (await accountIds(core)).join('+');
  note('started');
  await ask(core, 'readOrderHistory', { ...query, account, sort: [] });
  note('first window');
  await ask(core, 'readOrderHistory', { ...query, account, sort: byPnl });
  note('first sorted window');
  await ask(core, 'readTrades', { ...query, account, sort: byPnl });
  note('first window of trades');
  await pause(settleMs);
  note('a while later');
}

async function watch(core: Core): Promise<void> {
  for (const account of await accountIds(core))
    for (const list of ['order-history', 'plan-history']) await ask(core, 'readHistoryState', { account, list });
  await pause(settleMs);
  note('all accounts are watched');
}

if (task === 'build') await build();
else if (task === 'fill') await fill();
else {
  const core = await open();
  await (task === 'add' ? add(core) : task === 'watch' ? watch(core) : read(core));
  await core.close();
  note('closed');
}
console.log(JSON.stringify(answered));
process.exit(0);
