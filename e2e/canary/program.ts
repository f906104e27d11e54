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
  /** Records page and processes as they are now. */
  look(step: string, options?: { typing: boolean }): Promise<void>;
  /** Ends the host as its user would, or without giving it a chance to do anything. */
  endHost(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  /** Starts the host anew with the same folders, and opens it in the same page. */
  startHost(): Promise<void>;
  /** Ends host and browser. */
  close(): Promise<void>;
}

/** The program, in a browser whose profile is a folder below `folder`: everything that both do is recorded. */
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
  // As a whole: what is looked for may have come in two parts.
  host.process.once('close', () => evidence.add('output', 'stdout and stderr', Buffer.concat(written)));
  return host;
}

/** With a profile on the disk, as a user has it: history, cache, storage, what is kept of forms. */
function openBrowser(profile: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(profile, {
    ...chromiumOptions(),
    viewport: { width: 1440, height: 900 },
    permissions: ['clipboard-write'],
  });
}
