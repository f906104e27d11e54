import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

interface Start {
  options?: readonly string[];
  nodeOptions?: readonly string[];
  environment?: NodeJS.ProcessEnv;
  /** Runs before the program in its shell. */
  shellCommand?: string;
}

async function startProgram({ options = [], nodeOptions = [], environment = process.env, shellCommand }: Start = {}) {
  const dataDirectory = await mkdtemp(path.join(os.tmpdir(), 'orderglass-crash-'));
  onTestFinished(() => rm(dataDirectory, { recursive: true, force: true }));
  const cli = path.join(root, 'src/browser-host/cli.ts');
  const args = [process.execPath, ...nodeOptions, cli, '--data-dir', dataDirectory, '--no-open', ...options];
  const shell = shellCommand === undefined ? [] : ['sh', '-c', `${shellCommand} && exec "$0" "$@"`];
  const [command = '', ...rest] = [...shell, ...args];
  const child = spawn(command, rest, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environment,
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
  return { child, output, readLog };
}

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

test.skipIf(process.platform === 'win32')('400 idle strangers do not shut the page out', async () => {
  const { child } = await startProgram({ shellCommand: 'ulimit -n 256' });
  const [address] = await once(child.stdout, 'data');
  const { origin, href, port, hostname } = new URL(String(address).trim());
  const launched = await fetch(href, { redirect: 'manual' });
  const cookie = launched.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
  const events = await fetch(`${origin}/api/events`, { headers: { cookie } });
  const reader = events.body?.getReader();
  await reader?.read();

  const strangers = Array.from({ length: 400 }, () => connect({ port: Number(port), host: hostname }));
  onTestFinished(() => strangers.forEach((stranger) => void stranger.destroy()));
  let dropped = 0;
  for (const stranger of strangers) stranger.on('error', () => {}).on('close', () => dropped++);
  await expect.poll(() => dropped).toBeGreaterThan(300);

  const headers = { cookie, origin, 'content-type': 'application/json' };
  // Each call has a connection of its own, because the browser may open several.
  const calls = await Promise.all(
    Array.from({ length: 10 }, () =>
      fetch(`${origin}/api/call`, { method: 'POST', headers, body: '{"channel":"readAbout","input":{}}' }),
    ),
  );
  for (const call of calls) expect(await call.json()).toMatchObject({ ok: true, data: { host: 'browser' } });
  expect(await Promise.race([reader?.read(), 'still open'])).toBe('still open');
  await reader?.cancel();
});

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
