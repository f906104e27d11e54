import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { lookup } from 'node:dns/promises';
import { accessSync, chmodSync, constants, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { type Core, createCore } from '../src/core/index.ts';
import { type Callers, callersOf } from '../src/core/testing/callers.ts';
import { FileKeychain } from '../src/core/testing/file-keychain.ts';
import { type DemoExchange, startDemoExchange } from '../src/demo-exchange/index.ts';
import type { Interceptor } from '../src/demo-exchange/service/interceptor.ts';
import { createExchangeClient, environmentProxy, type Fetch } from '../src/exchange/index.ts';
import { marginModes } from '../src/shared/values/domain.ts';
import { type Scenario, type Setting, scenarios, signIn } from './lib/front-end-programs.ts';

const orders = 1830;
const plans = 200;
const lists = ['order-history', 'plan-history'] as const;
/** By which the exchange's clock is ahead, so that it is known whose clock was learned. */
const clockSkewSeconds = 20;
const symbol = 'BTC-USDT';
/** Longest time (ms) until a change at the exchange is shown, or said to be missing: several polls. */
const soonMs = 9000;
const historyWithinMs = 90_000;
/** Share of what a front end allows at which a history must arrive. */
const leastShare = 0.8;

let certificate: ReturnType<typeof makeCertificate> | null = null;

type Ask = Callers['ask'];

/** Outcome of a scenario: one cell a column. `problem`: what must not be, or `null`. */
interface Outcome {
  readonly history: string;
  readonly price: string;
  readonly order: string;
  readonly clock: string;
  readonly more: string;
  readonly problem: string | null;
}

/**
 * Reads the history of a simulated exchange through each front end and proxy that is installed, with the product's core, and prints a line
 * for each. Returns false if one of them lost or doubled a row, or made old data look live. Nothing but this computer's loopback interface
 * is used. `only`: a part of the names of the scenarios to try; '' for all.
 */
export async function tryFrontEnds(only: string): Promise<boolean> {
  console.log('| program | version | history | new price | new order | clock | more | |');
  console.log('|---|---|---|---|---|---|---|---|');
  let isGood = true;
  for (const scenario of scenarios) {
    const name = `${scenario.kind}: ${scenario.name}`;
    if (!name.includes(only)) continue;
    if (!isInstalled(scenario.command)) {
      console.log(
        `| ${name} | skipped: ${scenario.command} is not installed (package ${scenario.package}) | | | | | | |`,
      );
      continue;
    }
    const version = versionOf(scenario.package);
    try {
      const { history, price, order, clock, more, problem } = await tryOne(scenario);
      isGood &&= problem === null;
      console.log(
        `| ${name} | ${version} | ${history} | ${price} | ${order} | ${clock} | ${more} | ${problem ?? 'ok'} |`,
      );
    } catch (error) {
      isGood = false;
      console.log(`| ${name} | ${version} | | | | | | ${String(error)} |`);
    }
  }
  return isGood;
}

async function tryOne(scenario: Scenario): Promise<Outcome> {
  const isProxy = scenario.kind === 'proxy';
  const folder = mkdtempSync(path.join(tmpdir(), 'orderglass-front-end-'));
  // Some programs give up the rights of root.
  chmodSync(folder, 0o777);
  const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  try {
    certificate ??= isProxy ? makeCertificate() : null;
    const tls = isProxy ? certificate : null;
    const exchange = await startDemoExchange({
      ...{ orders, plans, clockSkewSeconds, timeScale: 0, requestsPerWindow: 1_000_000 },
      interceptor: withoutCacheControl,
      ...(tls && { tls }),
    });
    closing.push(() => exchange.close());
    const host = isProxy ? await relayFor(hostname(), exchange.port) : { port: exchange.port, close: () => {} };
    closing.push(host.close);
    const setting: Setting = { folder, port: await freePort(), exchange: host.port, dead: await freePort() };
    closing.push(await startProgram(scenario, setting));
    const baseUrl = isProxy ? `https://${hostname()}:${host.port}` : `http://127.0.0.1:${setting.port}`;
    const start = async (name: string, password: string): Promise<Ask> => {
      const user = scenario.signsIn ? `${signIn.user}:${encodeURIComponent(password)}@` : '';
      const core = await startCore(path.join(folder, name), isProxy ? `http://${user}127.0.0.1:${setting.port}` : null);
      closing.push(core.close);
      return core.ask;
    };
    const ask = await start('data', signIn.password);
    const outcome = await readThrough(scenario, exchange, ask, baseUrl);
    if (!isProxy) return outcome;
    const down = `exchange down: ${await failureAt(ask, `https://${hostname()}:${setting.dead}`)}`;
    if (!scenario.signsIn) return { ...outcome, more: down };
    const refused = await failureAt(await start('wrong', 'wrong'), baseUrl);
    const isSaid = refused.startsWith('wrong-password');
    const problem = outcome.problem ?? (isSaid ? null : 'a wrong password is not said');
    return { ...outcome, more: `${down}, wrong password: ${refused}`, problem };
  } finally {
    for (const close of closing.reverse()) await close();
  }
}

/** Says nothing about caches: the specification of the service does not either, and the simulation forbids them. */
const withoutCacheControl: Interceptor = (_request, { httpStatus, body }, { now }) => {
  const date = new Date(now()).toUTCString();
  const headers = { date, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  return (response) => {
    response.sendDate = false;
    response.writeHead(httpStatus, headers).end(body);
  };
};

async function readThrough(scenario: Scenario, exchange: DemoExchange, ask: Ask, baseUrl: string): Promise<Outcome> {
  const { token, secretKey } = exchange;
  const credentials = { token, secretKey };
  const earlier = exchange.traffic.total;
  const startedAt = performance.now();
  const key = { signingVariant: 'bytewise', requestsPerWindow: 100, credentials, keptIn: 'session' } as const;
  const { id: account } = await ask('saveAccount', { name: 'Main', baseUrl, ...key });
  for (const list of lists) await ask('syncHistory', { account, list, action: 'refresh' });
  const states = () => Promise.all(lists.map((list) => ask('readHistoryState', { account, list })));
  await until('the history is whole', historyWithinMs, async () =>
    (await states()).every(({ phase, modes }) => phase === 'idle' && modes.every(({ complete }) => complete)),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  const share = (exchange.traffic.total - earlier) / seconds / (scenario.perSecond ?? Number.POSITIVE_INFINITY);
  const difference = await compare(exchange, ask, account);
  const { clockOffset } = await ask('testConnection', { baseUrl, signingVariant: 'bytewise', credentials });

  const price = await showsNewPrice(exchange, ask, account);
  const order = await showsNewOrder(exchange, ask, account);
  const isHidden = price === 'OLD AS LIVE' || order === 'MISSING UNSAID';
  const problems = [
    difference === '' ? null : difference,
    isHidden && !scenario.hidesAge ? 'old data look live' : null,
    scenario.perSecond !== undefined && share < leastShare ? 'too slow' : null,
  ].filter((problem) => problem !== null);
  return {
    history: `${difference || 'whole'} in ${seconds.toFixed(1)} s`,
    price,
    order,
    clock: whoseClock(clockOffset),
    more: [
      ...(scenario.perSecond === undefined ? [] : [`${share.toFixed(2)} of what it allows`]),
      ...(scenario.hidesAge ? ['hides its age'] : []),
    ].join(', '),
    problem: problems.length === 0 ? null : problems.join(', '),
  };
}

/** Compares the archive with the exchange, read without anything between. Returns '' if every row is the same, once. */
async function compare(exchange: DemoExchange, ask: Ask, account: string): Promise<string> {
  const expected = await everyRow(exchange);
  const found: string[] = [];
  for (const name of ['readOrderHistory', 'readPlanHistory'] as const) {
    for (let from = 0; ; from += 1000) {
      const { rows } = await ask(name, { account, filter: {}, sort: [], zone: 'UTC', from, count: 1000 });
      found.push(...rows.map(({ key, raw }) => `${key} ${raw}`));
      if (rows.length < 1000) break;
    }
  }
  const once = new Set(found);
  const lost = expected.filter((row) => !once.has(row)).length;
  const extra = [...once].filter((row) => !expected.includes(row)).length;
  const counts = { lost, extra, doubled: found.length - once.size };
  return Object.entries(counts)
    .flatMap(([what, count]) => (count === 0 ? [] : [`${count} ${what}`]))
    .join(', ');
}

async function everyRow({ baseUrl, token, secretKey }: DemoExchange): Promise<string[]> {
  const credentials = { token, secretKey };
  const sources = { fetch: fetch as Fetch, now: () => Date.now() + clockSkewSeconds * 1000, random: Math.random };
  const client = createExchangeClient({ baseUrl, credentials, signingVariant: 'bytewise', ...sources });
  const rows: string[] = [];
  for (const read of [client.readOrderHistory, client.readPlanHistory]) {
    for (const marginMode of marginModes) {
      for (let from: string | null | undefined; from !== null; ) {
        const { entries } = await read({ marginMode, limit: 100, ...(from === undefined ? {} : { from }) });
        for (const entry of entries) if ('row' in entry) rows.push(`${entry.row.key} ${entry.row.raw}`);
        from = entries.at(-1)?.id ?? null;
      }
    }
  }
  return rows;
}

/** Changes a price, and returns whether the live list shows the new one soon, or the old one and how old it is. */
async function showsNewPrice(exchange: DemoExchange, ask: Ask, account: string): Promise<string> {
  const query = { account, list: 'futures-tickers' } as const;
  const watch = () => ask('watchMarket', { page: 'page', watched: [query] });
  const read = async () => {
    const { fetchedAt, rows } = await ask('readLive', query);
    return { fetchedAt: fetchedAt ?? 0, last: rows.find((row) => 'symbol' in row && row.symbol === symbol) };
  };
  await watch();
  await until('the price is shown', soonMs, async () => (await read()).last !== undefined);
  const before = exchange.priceOf(symbol);
  exchange.setPrice(symbol, before.startsWith('9') ? '11111.1' : '99999.9');
  const changedAt = Date.now();
  let looksLive = false;
  const isShown = await isSoon(async () => {
    const { fetchedAt, last } = await read();
    const isNew = last !== undefined && 'last' in last && Number(last.last) === Number(exchange.priceOf(symbol));
    looksLive ||= !isNew && fetchedAt > changedAt + 1000;
    return isNew;
  });
  if (looksLive) return 'OLD AS LIVE';
  return isShown ? `shown after ${((Date.now() - changedAt) / 1000).toFixed(0)} s` : 'old, with its age';
}

/** Adds an order, and returns whether a refresh brings it soon, or says why not. */
async function showsNewOrder(exchange: DemoExchange, ask: Ask, account: string): Promise<string> {
  exchange.addOrder({ symbol });
  const list = 'order-history';
  const rows = async () => (await ask('summarizeHistory', { account, list, filter: {}, zone: 'UTC' })).rows;
  const before = await rows();
  await ask('syncHistory', { account, list, action: 'refresh' });
  let code: string | undefined;
  const isThere = await isSoon(async () => {
    code = (await ask('readHistoryState', { account, list })).failure?.code;
    return code !== undefined || (await rows()) > before;
  });
  if (!isThere) return 'MISSING UNSAID';
  return code === undefined ? 'read' : `said: ${code}`;
}

function whoseClock(offset: number | null): string {
  if (offset === null) return 'unknown';
  const isExchanges = Math.abs(offset - clockSkewSeconds * 1000) < 2500;
  return isExchanges ? 'the exchange’s' : `another’s (${Math.round(offset / 1000)} s)`;
}

async function failureAt(ask: Ask, baseUrl: string): Promise<string> {
  const credentials = { token: 'token', secretKey: 'secret' };
  const { public: check } = await ask('testConnection', { baseUrl, signingVariant: 'bytewise', credentials });
  if (check.ok) return 'none';
  const { code, proxy, proxyStatus } = check.error;
  return [proxy ?? code, ...(proxyStatus === undefined ? [] : [`(${proxyStatus})`])].join(' ');
}

async function startCore(
  dataDirectory: string,
  proxy: string | null,
): Promise<{ ask: Ask; close: () => Promise<void> }> {
  mkdirSync(dataDirectory, { mode: 0o700 });
  const core: Core = await createCore({
    dataDirectory,
    about: { version: '0.0.0', host: 'browser', platform: 'linux' },
    startDemoExchange: () => Promise.reject(new Error('no demo account here')),
    openKeychain: () => new FileKeychain(path.join(dataDirectory, 'keychain.json')),
    findProxy: environmentProxy(proxy === null ? {} : { HTTPS_PROXY: proxy }) ?? undefined,
  });
  return {
    ask: callersOf(core).ask,
    close: () => core.close(),
  };
}

/** Returns a function that ends the program. */
async function startProgram(scenario: Scenario, setting: Setting): Promise<() => Promise<void>> {
  const { folder, port } = setting;
  for (const [name, text] of Object.entries(scenario.files(setting))) {
    writeFileSync(path.join(folder, name), text);
    chmodSync(path.join(folder, name), 0o644);
  }
  const output: string[] = [];
  const program = spawn(scenario.command, scenario.arguments(setting), {
    cwd: folder,
    env: { ...process.env, PATH: searchPath, ...scenario.environment?.(setting) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [program.stdout, program.stderr]) stream.on('data', (chunk) => output.push(String(chunk)));
  const end = () => endProgram(program);
  try {
    await until('the program listens', 15_000, async () => {
      if (program.exitCode !== null) throw new Error(`it ended: ${output.join('').trim().split('\n').at(-1)}`);
      return isListening(port);
    });
  } catch (error) {
    await end();
    throw error;
  }
  return end;
}

async function endProgram(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return;
  const ended = new Promise((resolve) => program.once('exit', resolve));
  program.kill('SIGTERM');
  const timer = setTimeout(() => program.kill('SIGKILL'), 5000);
  await ended;
  clearTimeout(timer);
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.on('connect', () => socket.destroy()).on('error', () => resolve(false));
  });
}

async function freePort(): Promise<number> {
  const { port, close } = await listen('127.0.0.1', () => {});
  await close();
  return port;
}

/** Makes a port of 127.0.0.1 reachable at the address of a name: proxies are never used for loopback addresses. */
async function relayFor(name: string, port: number) {
  const { address } = await lookup(name, 4);
  return listen(address, (client) => {
    const target = connect(port, '127.0.0.1');
    client.on('error', () => target.destroy()).pipe(target);
    target.on('error', () => client.destroy()).pipe(client);
  });
}

async function listen(address: string, onConnection: (client: Socket) => void) {
  const server = createServer(onConnection);
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, address, resolve));
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { port: (server.address() as AddressInfo).port, close };
}

/** Makes a certificate for the name of this computer, and trusts it in this process. */
function makeCertificate(): { cert: string; key: string } {
  const folder = mkdtempSync(path.join(tmpdir(), 'orderglass-certificate-'));
  const [cert, key] = [path.join(folder, 'exchange.pem'), path.join(folder, 'exchange.key')];
  const names = `subjectAltName=DNS:${hostname()},IP:127.0.0.1`;
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const parts = ['-subj', '/CN=exchange', '-addext', names, '-out', cert, '-keyout', key];
  execFileSync('openssl', ['req', '-x509', ...kind, ...parts], { stdio: 'ignore' });
  const made = { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') };
  rmSync(folder, { recursive: true });
  setDefaultCACertificates([...getCACertificates('default'), made.cert]);
  return made;
}

const searchPath = `${process.env.PATH}:/usr/sbin:/usr/bin`;

function isInstalled(command: string): boolean {
  return searchPath.split(':').some((folder) => {
    try {
      accessSync(path.join(folder, command), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

function versionOf(debianPackage: string): string {
  try {
    return execFileSync('dpkg-query', ['-W', '-f', `$\{Version}`, debianPackage], { encoding: 'utf8' });
  } catch {
    return 'unknown';
  }
}

/** Rejects if the condition is not met in time. */
async function until(what: string, withinMs: number, condition: () => Promise<boolean>): Promise<void> {
  const endAt = performance.now() + withinMs;
  while (!(await condition())) {
    if (performance.now() > endAt) throw new Error(`not within ${withinMs / 1000} s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function isSoon(condition: () => Promise<boolean>): Promise<boolean> {
  return until('', soonMs, condition).then(
    () => true,
    () => false,
  );
}
