import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser } from '@playwright/test';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { launchChromium, startHostProcess } from '../e2e/hosts/browser.ts';
import type { Measurement } from './lib/measure.ts';

const root = path.resolve(import.meta.dirname, '..');

/**
 * Measures the time from the start of the program to the first rows on the screen, against the same program with an
 * empty React page.
 */
export async function measureFirstRows(rounds: number): Promise<Measurement> {
  await build({
    root: path.join(root, 'bench/blank'),
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    build: { outDir: path.join(root, 'out/bench-blank'), emptyOutDir: true },
  });
  const browser = await launchChromium();
  const measurement = {
    what: 'start to first painted rows (process, page, 64 open plans)',
    against: 'the same start with a blank page',
    ours: [] as number[],
    theirs: [] as number[],
    reach: 1.5,
  };
  try {
    const ours = path.join(root, 'src/browser-host/cli.ts');
    const theirs = path.join(root, 'bench/blank-host.ts');
    await startToRows(browser, ours);
    await startToRows(browser, theirs);
    for (let round = 0; round < rounds; round++) {
      measurement.ours.push(await startToRows(browser, ours));
      measurement.theirs.push(await startToRows(browser, theirs));
    }
  } finally {
    await browser.close();
  }
  return measurement;
}

async function startToRows(browser: Browser, program: string): Promise<number> {
  const dataDirectory = await mkdtemp(path.join(tmpdir(), 'orderglass-bench-'));
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const start = performance.now();
  const host = await startHostProcess({ dataDirectory }, program);
  try {
    await page.goto(host.url, { waitUntil: 'commit' });
    await page.waitForFunction(() => document.querySelector('[data-row-id]') !== null, undefined, { polling: 'raf' });
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    return performance.now() - start;
  } finally {
    await context.close();
    await host.stop();
    await rm(dataDirectory, { recursive: true, force: true });
  }
}
