import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, BrowserContextOptions, CDPSession } from '@playwright/test';
import type { Answer, TestCommand } from '../electron-double/control.ts';
import { programArguments } from './electron.ts';
import type { ElectronHost, HostOptions } from './host.ts';

const root = path.resolve(import.meta.dirname, '../..');
const register = new URL('../electron-double/register.ts', import.meta.url).href;

/** Opens a port on which the double drives Chromium beside Playwright. */
export const chromiumArguments = ['--remote-debugging-port=0'];

export interface ElectronDoubleHost extends ElectronHost {
  /** Sends a message to the main process from a frame of the page, as no preload script would. */
  forge(frameUrl: string, channel: string, ...args: unknown[]): Promise<unknown>;
}

/** Starts the built program on the double. `browser` must have been started with `chromiumArguments`. */
export async function launchElectronDouble(
  browser: Browser,
  options: HostOptions,
  viewport: BrowserContextOptions['viewport'],
  program = path.join(root, 'out/main/index.cjs'),
): Promise<ElectronDoubleHost> {
  const devTools = await browser.newBrowserCDPSession();
  const others = await contextIds(devTools);
  const context = await browser.newContext({ viewport: viewport ?? null });
  const own = (await contextIds(devTools)).find((id) => !others.includes(id));

  const args = doubleArguments(options, program);
  const env = await doubleEnvironment(devTools, options, own);
  await devTools.detach();
  const child = spawn(process.execPath, args, {
    cwd: root,
    env,
    stdio: ['ignore', 'inherit', options.onStderr ? 'pipe' : 'inherit', 'ipc'],
    serialization: 'advanced',
  });
  if (options.onStderr) child.stderr?.on('data', options.onStderr);
  const ended = once(child, 'exit').then(([code, signal]: unknown[]) => ({ code, how: signal ?? `code ${code}` }));
  const ask = openControl(child);

  const page = await Promise.race([
    context.waitForEvent('page'),
    ended.then(({ how }) => {
      throw new Error(`The program ended with ${how} before it opened a window.`);
    }),
  ]);
  await page.waitForURL((url) => url.href !== 'about:blank');

  return {
    page,
    process: child,
    async evaluate<Result>(look: Parameters<ElectronHost['evaluate']>[0], argument = '') {
      // The value is the result of `look` in the other process.
      return (await ask({ kind: 'evaluate', source: String(look), argument })) as Result;
    },
    forge: (frameUrl, channel, ...args) => ask({ kind: 'forge', frameUrl, channel, args }),
    startAgain: () => spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] }),
    async close() {
      if (child.connected) ask({ kind: 'evaluate', source: '({ app }) => app.quit()', argument: '' }).catch(() => {});
      const askedAt = performance.now();
      const { code, how } = await ended;
      await context.close();
      // The program kills itself if it cannot be closed in seconds.
      if (code !== 0)
        throw new Error(
          `The program ended with ${how}, ${Math.round(performance.now() - askedAt)} ms after it was asked to.`,
        );
    },
  };
}

function doubleArguments(options: HostOptions, program = path.join(root, 'out/main/index.cjs')): string[] {
  return ['--import', register, program, ...programArguments(options)];
}

async function doubleEnvironment(
  devTools: CDPSession,
  options: HostOptions,
  browserContext = 'none',
): Promise<NodeJS.ProcessEnv> {
  return {
    ...(options.environment ?? process.env),
    ELECTRON_DOUBLE_CHROMIUM: await endpointOf(devTools),
    ELECTRON_DOUBLE_BROWSER_CONTEXT: browserContext,
  };
}

/** Runs the program on the double until it ends, with `button` as the user's answer to every message box. Resolves with its exit code. */
export async function runElectronDouble(
  browser: Browser,
  options: HostOptions,
  { args, button }: { args: readonly string[]; button: number },
): Promise<number | null> {
  const devTools = await browser.newBrowserCDPSession();
  const env = { ...(await doubleEnvironment(devTools, options)), ELECTRON_DOUBLE_BUTTON: String(button) };
  await devTools.detach();
  const child = spawn(process.execPath, [...doubleArguments(options), ...args], {
    cwd: root,
    env,
    stdio: ['inherit', 'inherit', options.onStderr ? 'pipe' : 'inherit'],
  });
  if (options.onStderr) child.stderr?.on('data', options.onStderr);
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
}

/** Returns a function that sends commands to the program. It rejects if the program fails or ends. */
function openControl(child: ChildProcess) {
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let lastId = 0;
  child.on('message', (answer: Answer) => {
    const pending = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ('failure' in answer) pending?.reject(new Error(answer.failure));
    else pending?.resolve(answer.value);
  });
  child.once('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error('The program has ended.'));
  });
  return (command: WithoutId<TestCommand>): Promise<unknown> =>
    new Promise((resolve, reject) => {
      lastId += 1;
      waiting.set(lastId, { resolve, reject });
      child.send({ ...command, id: lastId }, (error) => error && reject(error));
    });
}

type WithoutId<Union> = Union extends unknown ? Omit<Union, 'id'> : never;

async function contextIds(devTools: CDPSession): Promise<string[]> {
  return (await devTools.send('Target.getBrowserContexts')).browserContextIds;
}

/** Chromium writes its port and path into its data folder, which only its command line names. */
async function endpointOf(devTools: CDPSession): Promise<string> {
  const { commandLine } = await devTools.send('SystemInfo.getInfo');
  const folder = /--user-data-dir=("[^"]+"|\S+)/.exec(commandLine)?.[1]?.replaceAll('"', '');
  if (folder === undefined) throw new Error('Chromium does not tell its data folder.');
  const [port, address] = readFileSync(path.join(folder, 'DevToolsActivePort'), 'utf8').split('\n');
  return `ws://127.0.0.1:${port}${address}`;
}
