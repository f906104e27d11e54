import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { chromiumOptions, type HostProcess, startHostProcess } from '../hosts/browser.ts';
import type { HostOptions } from '../hosts/host.ts';
import type { Evidence } from './evidence.ts';
import { type PageRecorder, recordPage } from './page-recorder.ts';
import { addProcesses } from './processes.ts';

export interface WatchedProgram {
  page: Page;
  recorder: PageRecorder;
  /** Records the current state of the page and of all processes. */
  look(step: string, options?: { typing: boolean }): Promise<void>;
  /** Ends the host with a signal: gracefully or killed. */
  endHost(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  /** Starts the host again with the same folders and opens it in the same page. */
  startHost(): Promise<void>;
  /** Ends the host and the browser. */
  close(): Promise<void>;
}

/** Starts the program in a browser with a profile in `folder`, and records everything both do. */
export async function startWatched(folder: string, options: HostOptions, evidence: Evidence): Promise<WatchedProgram> {
  let host = await startHost(options, evidence);
  const context = await openBrowser(await mkdtemp(path.join(folder, 'browser-')));
  const page = await context.newPage();
  const recorder = await recordPage(page, evidence);
  await page.goto(host.url);

  async function endHost(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const { exitCode, signalCode } = host.process;
    if (exitCode !== null || signalCode !== null) return;
    const ended = once(host.process, 'close');
    host.process.kill(signal);
    await ended;
  }

  return {
    page,
    recorder,
    async look(step, lookOptions) {
      await recorder.look(step, lookOptions);
      await addProcesses(evidence, step, host.process.pid ?? 0);
    },
    endHost,
    async startHost() {
      host = await startHost(options, evidence);
      await recorder.settle();
      await page.goto(host.url);
    },
    async close() {
      await recorder.finish();
      await context.close();
      await endHost('SIGTERM');
    },
  };
}

async function startHost(options: HostOptions, evidence: Evidence): Promise<HostProcess> {
  const written: Buffer[] = [];
  const take = (part: Buffer): void => {
    written.push(part);
  };
  const host = await startHostProcess({ ...options, onStderr: take });
  take(Buffer.from(host.url));
  host.process.stdout?.on('data', take);
  // Search the output as a whole, because a canary may be split between two chunks.
  host.process.once('close', () => evidence.add('output', 'stdout and stderr', Buffer.concat(written)));
  return host;
}

/** Uses a profile on the disk with history, cache, storage and form data, like a user's. */
function openBrowser(profile: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(profile, {
    ...chromiumOptions(),
    viewport: { width: 1440, height: 900 },
    permissions: ['clipboard-write'],
  });
}
