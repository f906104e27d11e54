import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { chromiumOptions, launchChromium, startHostProcess } from '../e2e/hosts/browser.ts';
import type { Measurement } from './lib/measure.ts';

const root = path.resolve(import.meta.dirname, '..');

/** Times of one start in milliseconds. */
interface Start {
  /** From the start of the process to the first painted rows. */
  toRows: number;
  /** From the request of the page to the first painted rows. */
  pageToRows: number;
  /** From the request of the page to the first painted text. */
  pageToPaint: number;
  /** Sum of the layout shifts until a second after the first rows. Not a time. */
  shift: number;
}

interface FirstRows {
  measurements: Measurement[];
  shifts: number[];
  /** File and version: the headless shell and a whole browser differ in how long they take beside a page. */
  browser: string;
}

/**
 * Measures the first seconds of the program on the screen, against the same program with an empty React page.
 */
export async function measureFirstRows(rounds: number): Promise<FirstRows> {
  await build({
    root: path.join(root, 'bench/blank'),
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    build: { outDir: path.join(root, 'out/bench-blank'), emptyOutDir: true },
  });
  const browser = await launchChromium();
  const browserName = `${chromiumOptions().executablePath ?? chromium.executablePath()} ${browser.version()}`;
  const ours: Start[] = [];
  const theirs: Start[] = [];
  try {
    const program = path.join(root, 'out/browser-host/cli.js');
    const blank = path.join(root, 'bench/blank-host.ts');
    await startOnce(browser, program);
    await startOnce(browser, blank);
    for (let round = 0; round < rounds; round++) {
      ours.push(await startOnce(browser, program));
      theirs.push(await startOnce(browser, blank));
    }
  } finally {
    await browser.close();
  }
  const compare = (what: string, against: string, key: keyof Start, reach: number): Measurement => ({
    what,
    against,
    ours: ours.map((start) => start[key]),
    theirs: theirs.map((start) => start[key]),
    reach,
  });
  return {
    measurements: [
      compare('start to first painted rows (process, page, 64 open plans)', 'a blank page', 'toRows', 1.5),
      compare('page to first painted rows', 'a blank page', 'pageToRows', 1.6),
      compare('page to first contentful paint', 'a blank page', 'pageToPaint', 1.3),
    ],
    shifts: ours.map(({ shift }) => shift),
    browser: browserName,
  };
}

async function startOnce(browser: Browser, program: string): Promise<Start> {
  const dataDirectory = await mkdtemp(path.join(tmpdir(), 'orderglass-bench-'));
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const start = performance.now();
  const host = await startHostProcess({ dataDirectory }, program);
  try {
    await page.goto(host.url, { waitUntil: 'commit' });
    await page.waitForFunction(() => document.querySelector('[data-row-id]') !== null, undefined, { polling: 'raf' });
    const pageToRows = await page.evaluate(
      () => new Promise<number>((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))),
    );
    const toRows = performance.now() - start;
    return { toRows, pageToRows, ...(await page.evaluate(readPaint)) };
  } finally {
    await context.close();
    await host.stop();
    await rm(dataDirectory, { recursive: true, force: true });
  }
}

/** Runs in the page. */
async function readPaint(): Promise<{ pageToPaint: number; shift: number }> {
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const shifts = await new Promise<PerformanceEntryList>((resolve) => {
    const observer = new PerformanceObserver((list) => resolve(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    setTimeout(() => resolve([]), 100);
  });
  const [paint] = performance.getEntriesByName('first-contentful-paint');
  return {
    pageToPaint: paint?.startTime ?? Number.NaN,
    shift: shifts.reduce((sum, entry) => sum + ((entry as { value?: number }).value ?? 0), 0),
  };
}
