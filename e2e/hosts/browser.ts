import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { type Browser, type BrowserContextOptions, chromium, type LaunchOptions } from '@playwright/test';
import { findChromium } from '../../scripts/lib/find-chromium.mjs';
import type { HostOptions, RunningHost } from './host.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** True if this machine has a Chromium, an installed one or Playwright's own. */
export function chromiumIsHere(): boolean {
  return findChromium(process.env) !== null || existsSync(chromium.executablePath());
}

export function launchChromium(args: readonly string[] = []): Promise<Browser> {
  return chromium.launch(chromiumOptions('--disable-background-networking', '--disable-component-update', ...args));
}

/**
 * Switched off: the two pages that a Chromium with windows loads below the address bar of each, which take a second of processor time.
 * Chromium reads only its last list of features, so it repeats those that Playwright switches off (`host.spec.ts` compares).
 */
const disabledFeatures = [
  'WebUIOmniboxPopup,WebUIOmniboxAimPopup',
  'AvoidCorsURLLoaderRestartOnRedirect,AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,AimEnabled',
  'HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,LensOverlay,MediaRouter,NetworkTimeServiceQuerying,OptimizationHints',
  'PaintHolding,PreconnectToSearch,TcpPortRandomizationWin,ThirdPartyStoragePartitioning,msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
].join(',');

/** Selects the installed Chromium, or Playwright's own. */
export function chromiumOptions(...args: string[]): Pick<LaunchOptions, 'executablePath' | 'args'> {
  const executablePath = findChromium(process.env);
  const asRoot = process.getuid?.() === 0;
  return {
    ...(executablePath === null ? {} : { executablePath }),
    args: [
      // Chromium's sandbox does not work as root. Only tests disable it.
      ...(asRoot ? ['--no-sandbox'] : []),
      // The headless shell would round the widths of characters to whole pixels, as no window does.
      '--font-render-hinting=none',
      `--disable-features=${disabledFeatures}`,
      ...args,
    ],
  };
}

/** The program of an installed npm package, for specs that run on it instead of on the built one. */
const installedProgram = process.env.ORDERGLASS_NPM_PROGRAM;

export interface HostProcess {
  /** Contains the launch key, so it works once. */
  url: string;
  process: ChildProcess;
  stop(): Promise<void>;
}

/** Starts the browser host like a user and waits for the URL that it prints. */
export async function startHostProcess(
  { dataDirectory, exchange, port = 0, environment = process.env, onStderr }: HostOptions,
  program = installedProgram ?? path.join(root, 'out/browser-host/cli.js'),
): Promise<HostProcess> {
  const demo = exchange === undefined ? [] : ['--demo-exchange', exchange];
  const args = [program, '--no-open', '--port', String(port), '--data-dir', dataDirectory, ...demo];
  const child = spawn(process.execPath, args, {
    cwd: installedProgram === undefined ? root : path.dirname(installedProgram),
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (onStderr) child.stderr.on('data', onStderr);
  else child.stderr.pipe(process.stderr);
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const found = /http:\/\/127\.0\.0\.1:\d+\/\S*/.exec(line);
      if (found) resolve(found[0]);
    });
    child.once('exit', (code) => reject(new Error(`The browser host ended with code ${code} before it was ready.`)));
  });
  return {
    url,
    process: child,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

export async function launchInBrowser(
  browser: Browser,
  options: HostOptions,
  viewport: BrowserContextOptions['viewport'],
): Promise<RunningHost> {
  const host = await startHostProcess(options);
  const context = await browser.newContext({ viewport: viewport ?? null });
  const page = await context.newPage();
  await page.goto(host.url);
  return {
    page,
    async close() {
      try {
        await context.close();
      } finally {
        await host.stop();
      }
    },
  };
}
