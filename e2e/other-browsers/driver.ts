import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';

/** A browser as its maker ships it, which Playwright cannot drive: its Firefox and WebKit are builds of its own. */
export interface OtherBrowser {
  /** Shows an address and waits until it is loaded. */
  open(url: string): Promise<void>;
  /** Runs a function in the page. Arguments and result are JSON. */
  run<Args extends unknown[], Result>(look: (...args: Args) => Result, ...args: Args): Promise<Result>;
  /** Presses keys together, e.g. `Control+Shift+ArrowDown`. */
  press(keys: string): Promise<void>;
  /** Clicks the middle of the first element that the selector finds. */
  click(selector: string): Promise<void>;
  close(): Promise<void>;
}

/** The part in which the protocols differ. Actions have one form in both. */
interface Protocol {
  open(url: string): Promise<unknown>;
  /** Returns the value of an expression, which is a text. */
  evaluate(expression: string): Promise<string>;
  act(actions: readonly object[]): Promise<unknown>;
  close(): Promise<void>;
}

const viewport = { width: 1440, height: 900 };

/** Code points of keys in the WebDriver specification. */
const keyCodes: Readonly<Record<string, string>> = {
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Escape: '\uE00C',
  End: '\uE010',
  Home: '\uE011',
  ArrowUp: '\uE013',
  ArrowDown: '\uE015',
};

function browserOver(protocol: Protocol): OtherBrowser {
  const run: OtherBrowser['run'] = async (look, ...args) =>
    JSON.parse(await protocol.evaluate(`JSON.stringify((${look})(...${JSON.stringify(args)})) ?? 'null'`));
  return {
    run,
    open: async (url) => void (await protocol.open(url)),
    async press(keys) {
      const values = keys.split('+').map((key) => keyCodes[key] ?? key);
      const down = values.map((value) => ({ type: 'keyDown', value }));
      const up = values.toReversed().map((value) => ({ type: 'keyUp', value }));
      await protocol.act([{ type: 'key', id: 'keyboard', actions: [...down, ...up] }]);
    },
    async click(selector) {
      const place = await run((found) => {
        const box = document.querySelector(found)?.getBoundingClientRect();
        return box ? { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) } : null;
      }, selector);
      if (!place) throw new Error(`The page has no ${selector}.`);
      const press = [
        { type: 'pointerMove', ...place },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ];
      await protocol.act([{ type: 'pointer', id: 'mouse', actions: press }]);
    },
    close: () => protocol.close(),
  };
}

function findProgram(...names: string[]): string | null {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const mac = '/Applications/Firefox.app/Contents/MacOS';
  const places = names.flatMap((name) => [...folders, mac].map((folder) => path.join(folder, name)));
  return places.find((place) => existsSync(place)) ?? null;
}

export interface Engine {
  name: string;
  /** Returns what this machine lacks to run it; `null` if nothing. */
  missing(): string | null;
  launch(): Promise<OtherBrowser>;
}

const findFirefox = (): string | null => findProgram('firefox-esr', 'firefox');
const findWebKitDriver = (): string | null => findProgram('WebKitWebDriver');
const needsScreen = (): boolean => !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY;

export const engines: readonly Engine[] = [
  {
    name: 'Firefox',
    missing: () => (findFirefox() === null ? 'Firefox' : null),
    launch: async () => browserOver(await launchFirefox(findFirefox() ?? '')),
  },
  {
    name: 'WebKitGTK',
    missing() {
      if (findWebKitDriver() === null) return 'WebKitWebDriver (Debian: webkit2gtk-driver)';
      return needsScreen() && findProgram('Xvfb') === null ? 'a screen, or Xvfb' : null;
    },
    launch: async () => browserOver(await launchWebKit(findWebKitDriver() ?? '')),
  },
];

async function launchFirefox(program: string): Promise<Protocol> {
  const profile = await mkdtemp(path.join(tmpdir(), 'orderglass-firefox-'));
  const child = spawn(program, ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const address = await printed(child, child.stderr, /WebDriver BiDi listening on (ws:\/\/\S+)/);
  const socket = new WebSocket(`${address}/session`);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = () => reject(new Error('Firefox refused the connection.'));
  });
  let lastId = 0;
  const waiting = new Map<number, { resolve(result: never): void; reject(error: Error): void }>();
  socket.onmessage = ({ data }: MessageEvent<string>) => {
    const { id, type, result, message } = JSON.parse(data);
    const pending = waiting.get(id);
    waiting.delete(id);
    if (type === 'success') pending?.resolve(result as never);
    else pending?.reject(new Error(message));
  };
  const send = <Result>(method: string, params: object): Promise<Result> =>
    new Promise((resolve, reject) => {
      lastId += 1;
      waiting.set(lastId, { resolve, reject });
      socket.send(JSON.stringify({ id: lastId, method, params }));
    });

  await send('session.new', { capabilities: {} });
  // In the first tab, the address bar has the focus.
  const { context } = await send<{ context: string }>('browsingContext.create', { type: 'tab' });
  await send('browsingContext.setViewport', { context, viewport });
  return {
    open: (url) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
    async evaluate(expression) {
      const { result, exceptionDetails } = await send<{
        result?: { value: string };
        exceptionDetails?: { text: string };
      }>('script.evaluate', { expression, target: { context }, awaitPromise: true });
      if (!result) throw new Error(exceptionDetails?.text);
      return result.value;
    },
    act: (actions) => send('input.performActions', { context, actions }),
    async close() {
      socket.close();
      await end(child);
      await rm(profile, { recursive: true, force: true });
    },
  };
}

async function launchWebKit(program: string): Promise<Protocol> {
  const screen = needsScreen()
    ? spawn(
        'Xvfb',
        ['-displayfd', '1', '-screen', '0', `${viewport.width}x${viewport.height}x24`, '-nolisten', 'tcp'],
        {
          stdio: ['ignore', 'pipe', 'ignore'],
        },
      )
    : null;
  const display = screen ? `:${await printed(screen, screen.stdout, /^(\d+)$/m)}` : process.env.DISPLAY;
  const port = await freePort();
  const child = spawn(program, [`--port=${port}`, '--host=127.0.0.1'], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: display },
  });
  const send = async <Result>(method: 'POST' | 'DELETE', place: string, body?: object): Promise<Result> => {
    const response = await fetch(`http://127.0.0.1:${port}/session${place}`, {
      method,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const { value } = (await response.json()) as { value: Result & { message?: string } };
    if (!response.ok) throw new Error(value.message ?? response.statusText);
    return value;
  };
  const isReady = (): Promise<boolean> =>
    fetch(`http://127.0.0.1:${port}/status`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error('WebKitWebDriver has ended.');
    await pause(50);
  }
  const { sessionId } = await send<{ sessionId: string }>('POST', '', { capabilities: {} });
  await send('POST', `/${sessionId}/window/rect`, { x: 0, y: 0, ...viewport });
  return {
    open: (url) => send('POST', `/${sessionId}/url`, { url }),
    evaluate: (expression) => send('POST', `/${sessionId}/execute/sync`, { script: `return ${expression}`, args: [] }),
    act: (actions) => send('POST', `/${sessionId}/actions`, { actions }),
    async close() {
      await send('DELETE', `/${sessionId}`).catch(() => {});
      await end(child);
      if (screen) await end(screen);
    },
  };
}

/** Resolves with the first group of the pattern once the program has printed it. */
function printed(child: ChildProcess, stream: Readable, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    stream.on('data', (part) => {
      output += part;
      const found = pattern.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${child.spawnfile} ended with code ${code}. ${output}`)));
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port.');
  return address.port;
}
