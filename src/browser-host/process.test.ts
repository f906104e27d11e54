import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, renameSync } from 'node:fs';
import { chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { startFaultyExchange } from '../demo-exchange/faults/index.ts';
import { startConnectProxy } from '../exchange/testing/connect-proxy.ts';
import { selfSigned } from '../exchange/testing/self-signed.ts';

const root = path.resolve(import.meta.dirname, '../..');

interface Start {
  options?: readonly string[];
  nodeOptions?: readonly string[];
  environment?: NodeJS.ProcessEnv;
  /** Runs before the program in its shell. */
  shellCommand?: string;
  /** User and group of the process. */
  user?: number;
}

async function startProgram({
  options = [],
  nodeOptions = [],
  environment = process.env,
  shellCommand,
  user,
}: Start = {}) {
  const dataDirectory = await mkdtemp(path.join(os.tmpdir(), 'orderglass-crash-'));
  onTestFinished(() => rm(dataDirectory, { recursive: true, force: true }));
  if (user !== undefined) await chown(dataDirectory, user, user);
  const cli = path.join(root, 'out/browser-host/cli.js');
  const args = [process.execPath, ...nodeOptions, cli, '--data-dir', dataDirectory, '--no-open', ...options];
  const shell = shellCommand === undefined ? [] : ['sh', '-c', `${shellCommand} && exec "$0" "$@"`];
  const [command = '', ...rest] = [...shell, ...args];
  const child = spawn(command, rest, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environment,
    ...(user === undefined ? {} : { uid: user, gid: user }),
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const output: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk.toString()));
  const readLog = async () => {
    const text = await readFile(path.join(dataDirectory, 'logs/orderglass.log'), 'utf8');
    expect(text).not.toContain('CANARY');
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line): { time: string; event: string } => JSON.parse(line));
    return lines;
  };
  return { child, output, readLog, dataDirectory };
}

test.skipIf(process.platform === 'win32')(
  'a program whose data folder another one has locked ends at once',
  async () => {
    const { child, output, dataDirectory } = await startProgram();
    await once(child.stdout, 'data');
    const other = path.join(dataDirectory, 'other.lock');
    const lock = new DatabaseSync(other);
    onTestFinished(() => lock.close());
    lock.exec('BEGIN EXCLUSIVE');
    renameSync(other, path.join(dataDirectory, 'data-folder.lock'));
    expect(await once(child, 'close')).toEqual([1, null]);
    expect(output.join('')).toContain(dataDirectory);
  },
);

test.skipIf(process.platform === 'win32').each([
  ['uncaughtException', "throw new TypeError('CANARY')"],
  ['unhandledRejection', "Promise.reject(new TypeError('CANARY'))"],
])('%s: the crash is logged, and the program closes in order', async (origin, fault) => {
  const module = `process.on('SIGUSR2', () => { ${fault} });`;
  const faulty = ['--import', `data:text/javascript,${encodeURIComponent(module)}`];
  const { child, output, readLog } = await startProgram({ nodeOptions: faulty });
  await once(child.stdout, 'data');
  child.kill('SIGUSR2');
  expect(await once(child, 'close')).toEqual([1, null]);
  expect(await readLog()).toMatchObject([
    { level: 'info', event: 'started', host: 'browser' },
    { level: 'fatal', event: 'crashed', origin, error: { name: 'TypeError' } },
    { level: 'info', event: 'stopped' },
  ]);
  expect(output.join('')).toMatch(new RegExp(`^\\S+ fatal crashed origin=${origin} name=TypeError at=\\S+\\n$`));
});

test.skipIf(process.platform === 'win32')('a signal does not open the debugger', async () => {
  const environment = { ...process.env, NODE_OPTIONS: '--inspect-port=0' };
  const { child, output } = await startProgram({ environment });
  const [address] = await once(child.stdout, 'data');
  const { origin } = new URL(String(address).trim());
  for (let count = 0; count < 10; count += 1) {
    child.kill('SIGUSR1');
    // Node opens the debugger between two tasks of the event loop, and says so.
    expect((await fetch(origin)).status).toBe(401);
  }
  expect(output.join('')).toBe('');
});

/** Uses the launch key like a browser. Returns a function that makes calls like the page. */
async function openPage(link: URL) {
  const launched = await fetch(link, { redirect: 'manual' });
  const cookie = launched.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
  const headers = { cookie, origin: link.origin, 'content-type': 'application/json' };
  return {
    cookie,
    // Each call has a connection of its own, because the browser may open several.
    call: async (channel: string, input: object): Promise<unknown> => {
      const body = JSON.stringify({ channel, input });
      return (await fetch(`${link.origin}/api/call`, { method: 'POST', headers, body })).json();
    },
  };
}

test('pages for strangers are in the language of the system, then in the chosen one', async () => {
  const { child } = await startProgram({ environment: { ...process.env, LC_ALL: 'zh_CN.UTF-8' } });
  const [address] = await once(child.stdout, 'data');
  const link = new URL(String(address).trim());
  const notice = async (): Promise<string> => (await fetch(link.origin)).text();
  expect(await notice()).toMatch(/<html lang="zh-Hans">.*<h1>链接不完整<\/h1>/s);
  const { call } = await openPage(link);
  expect(await call('changeSettings', { language: 'en' })).toMatchObject({ ok: true, data: { language: 'en' } });
  expect(await notice()).toMatch(/<html lang="en">.*<h1>The link is incomplete<\/h1>/s);
});

/** Starts the program on a terminal, which "script" makes. Prints its process ID first. */
async function startOnTerminal(before = 'exec') {
  const dataDirectory = await mkdtemp(path.join(os.tmpdir(), 'orderglass-terminal-'));
  onTestFinished(() => rm(dataDirectory, { recursive: true, force: true }));
  const cli = path.join(root, 'out/browser-host/cli.js');
  const command = `echo $$; ${before} '${process.execPath}' '${cli}' --data-dir '${dataDirectory}' --no-open`;
  const child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const closed = once(child, 'close');
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await closed;
  });
  return { child, say: (line: string) => void child.stdin.write(`${line}\n`) };
}

const strangersQuestion = 'GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';

/** Requests a WebSocket like a stranger and resets the connection, right after the request or on the response. */
async function askAndReset(url: URL, when: 'with the question' | 'at the answer'): Promise<void> {
  const socket = connect({ port: Number(url.port), host: url.hostname });
  socket.on('error', () => {});
  await once(socket, 'connect');
  const written = new Promise((resolve) => socket.write(strangersQuestion, resolve));
  await (when === 'at the answer' ? once(socket, 'data') : written);
  socket.resetAndDestroy();
  await once(socket, 'close');
}

test('a stranger who resets or keeps a connection neither ends nor delays the program', async () => {
  const { child, output, readLog } = await startProgram();
  const [address] = await once(child.stdout, 'data');
  const url = new URL(String(address).trim());
  for (let count = 0; count < 10; count += 1) {
    await askAndReset(url, 'with the question');
    await askAndReset(url, 'at the answer');
  }
  expect((await fetch(url.origin)).status).toBe(401);

  const stranger = connect({ port: Number(url.port), host: url.hostname, allowHalfOpen: true });
  onTestFinished(() => void stranger.destroy());
  stranger.on('error', () => {});
  stranger.write(strangersQuestion);
  await once(stranger, 'data');
  child.kill('SIGTERM');
  expect(await once(child, 'close')).toEqual([0, null]);
  expect((await readLog()).map(({ event }) => event)).toEqual(['started', 'stopped']);
  expect(output.join('')).not.toContain('crashed');
});

test('an account is reached through the proxy of the environment, which is named, also as the cause of a failure', async () => {
  const distant = await startFaultyExchange({ orders: 10, plans: 0, ordersPerMinute: 0, tls: selfSigned });
  onTestFinished(() => distant.close());
  const proxy = await startConnectProxy({ targetPort: Number(new URL(distant.baseUrl).port) });
  onTestFinished(() => proxy.close());
  const folder = await mkdtemp(path.join(os.tmpdir(), 'orderglass-certificate-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const certificate = path.join(folder, 'exchange.pem');
  await writeFile(certificate, selfSigned.cert);
  const HTTPS_PROXY = proxy.address.replace('//', '//ann:secret@');
  const environment = { ...process.env, HTTPS_PROXY, NODE_EXTRA_CA_CERTS: certificate };
  const { child } = await startProgram({ environment });
  const [address] = await once(child.stdout, 'data');
  const { call } = await openPage(new URL(String(address).trim()));
  const credentials = { token: distant.token, secretKey: distant.secretKey };
  const account = { baseUrl: 'https://exchange.test', signingVariant: 'bytewise', credentials };
  const { host } = new URL(proxy.address);
  expect(await call('testConnection', account)).toMatchObject({
    ok: true,
    data: { public: { ok: true }, signed: { ok: true }, proxy: host },
  });
  expect(new Set(proxy.requests.map(({ url }) => url))).toEqual(new Set(['exchange.test:443']));

  await proxy.close();
  const unreachable = { ok: false, error: { code: 'offline', proxy: 'unreachable' } };
  expect(await call('testConnection', account)).toMatchObject({
    ok: true,
    data: { public: unreachable, signed: unreachable, proxy: host },
  });
});

test.skipIf(process.platform === 'win32')('400 idle strangers do not shut the page out', async () => {
  const { child } = await startProgram({ shellCommand: 'ulimit -n 256' });
  const [address] = await once(child.stdout, 'data');
  const link = new URL(String(address).trim());
  const { origin, port, hostname } = link;
  const { cookie, call } = await openPage(link);
  const events = await fetch(`${origin}/api/events`, { headers: { cookie } });
  const reader = events.body?.getReader();
  await reader?.read();

  const strangers = Array.from({ length: 400 }, () => connect({ port: Number(port), host: hostname }));
  onTestFinished(() => strangers.forEach((stranger) => void stranger.destroy()));
  let dropped = 0;
  for (const stranger of strangers) stranger.on('error', () => {}).on('close', () => dropped++);
  await expect.poll(() => dropped).toBeGreaterThan(300);

  const results = await Promise.all(Array.from({ length: 10 }, () => call('readAbout', {})));
  for (const result of results) expect(result).toMatchObject({ ok: true, data: { host: 'browser' } });
  expect(await Promise.race([reader?.read(), 'still open'])).toBe('still open');
  await reader?.cancel();
});

test.skipIf(process.platform !== 'linux')(
  'on a terminal: what runs, its link, and how to end it; r makes a new link',
  async () => {
    const { child, say } = await startOnTerminal();
    const link = /http:\/\/127\.0\.0\.1:\d+\/\?key=[\w-]{43}/;
    const printed = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const next = async (): Promise<string> => (await printed.next()).value ?? '';
    const pid = Number(await next());
    expect(await next()).toMatch(/^Orderglass \d+\.\d+\.\d+ is running\.$/);
    const first = link.exec(await next())?.[0] ?? '';
    expect(await next()).toContain('Ctrl+C stops Orderglass.');
    expect((await fetch(first, { redirect: 'manual' })).status).toBe(303);

    say('x');
    say('r');
    let second = '';
    // The terminal also shows what is typed.
    while (second === '') second = link.exec(await next())?.[0] ?? '';
    expect(second).not.toBe(first);
    expect((await fetch(second, { redirect: 'manual' })).status).toBe(303);
    expect((await fetch(first, { redirect: 'manual' })).status).toBe(403);

    // The end of the input ends nothing, also if the program is suspended and continued afterwards.
    child.stdin.write('\u0004');
    process.kill(pid, 'SIGCONT');
    expect((await fetch(first)).status).toBe(403);
    child.stdin.write('\u0003');
    expect(await once(child, 'close')).toEqual([0, null]);
  },
);

test.skipIf(process.platform !== 'linux')(
  'in the background of a terminal it is not stopped by what is typed',
  async () => {
    const { child, say } = await startOnTerminal(
      'sh -mc \'"$@" & trap "kill $!" EXIT HUP TERM; while read -r typed; do echo "shell: $typed"; done\' sh',
    );
    const lines: string[] = [];
    createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
    await expect.poll(() => lines.find((line) => line.includes('Ctrl+C'))).toBe('Ctrl+C stops Orderglass.');
    const [link = ''] = /http:\S+/.exec(lines.join('\n')) ?? [];
    say('r');
    await expect.poll(() => lines).toContain('shell: r');
    expect((await fetch(link, { redirect: 'manual' })).status).toBe(303);
  },
);

test('a failed start is logged, and the terminal shows what to do', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  const { child, output, readLog } = await startProgram({ options: ['--port', String(port)] });
  expect(await once(child, 'close')).toEqual([1, null]);
  const lines = await readLog();
  expect(lines.map(({ event }) => event).sort()).toEqual(['start-failed', 'started', 'stopped']);
  expect(lines.find(({ event }) => event === 'start-failed')).toMatchObject({
    level: 'fatal',
    error: { name: 'Error', system: 'EADDRINUSE' },
  });
  expect(output.join('')).toBe(
    'The port is already in use. Choose another port with --port, or omit --port to use a free one.\n',
  );
});

/** Ports below this one need rights on Linux. Containers may set it to 0. */
const firstFreePort = '/proc/sys/net/ipv4/ip_unprivileged_port_start';
const isPortProtected = existsSync(firstFreePort) && Number(readFileSync(firstFreePort, 'utf8')) > 1;
/** User and group "nobody" of Linux. */
const nobody = 65_534;

test.skipIf(!isPortProtected)('a port that needs rights is refused without a stack trace', async () => {
  const user = process.getuid?.() === 0 ? { user: nobody } : {};
  const { child, output } = await startProgram({ options: ['--port', '1'], ...user });
  expect(await once(child, 'close')).toEqual([1, null]);
  expect(output.join('')).toBe(
    'Your user is not allowed to use the port. Choose another port with --port, or omit --port to use a free one.\n',
  );
});

test('all data is removed while a thread of the history is busy', async () => {
  const { href } = new URL('../core/testing/busy-worker.ts', import.meta.url);
  const replaceWorker = `
    import { createRequire, syncBuiltinESMExports } from 'node:module';
    const threads = createRequire('/')('node:worker_threads');
    const { Worker } = threads;
    threads.Worker = class extends Worker {
      constructor(file, options) {
        super(String(file).includes('history-worker') ? new URL(${JSON.stringify(href)}) : file, options);
      }
    };
    syncBuiltinESMExports();`;
  const nodeOptions = ['--import', `data:text/javascript,${encodeURIComponent(replaceWorker)}`];
  const { child, output, dataDirectory } = await startProgram({ nodeOptions });
  const closed = once(child, 'close');
  const [address] = await once(child.stdout, 'data');
  const { call } = await openPage(new URL(String(address).trim()));
  void call('readRowChanges', { account: 'demo', list: 'order-history', key: 'isolated:1' }).catch(() => {});
  expect(await call('removeData', {})).toMatchObject({ ok: true });
  expect(await closed).toEqual([0, null]);
  expect(output.join('')).toContain('removed');
  expect(existsSync(dataDirectory)).toBe(false);
});
