import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { launchChromium, startHostProcess } from '../e2e/hosts/browser.ts';
import { startDemoExchange } from '../src/demo-exchange/index.ts';
import type { HistoryFilter } from '../src/shared/history.ts';
import { fillArchive } from './lib/filled-archive.ts';
import type { Measurement } from './lib/measure.ts';

const many = 1_000_000;
const few = 1000;
const scrolls = 60;

const filters: HistoryFilter[] = [
  { symbols: ['COIN7-USDT', 'COIN9-USDT'] },
  { statuses: ['canceled'] },
  { marginModes: ['cross'] },
  { pnlSigns: ['loss'] },
  { pnl: { from: '90' } },
  { text: 'coin12' },
  { text: 'BGA' },
  { created: { from: '2023-01-01', to: '2023-06-30' } },
  { leverage: { from: '5', to: '10' }, pnlSigns: ['profit'], marginModes: ['isolated'] },
  {},
];

export interface ArchivePageFigures {
  measurements: Measurement[];
  /** Times in milliseconds from a click on a header, or a change of the filter, to the painted rows. */
  questions: { sorts: number[]; filters: number[] };
}

/** Measures the waiting times of a user with 1,000,000 stored orders in a real browser. */
export async function measureArchivePage(rounds: number): Promise<ArchivePageFigures> {
  const folders = { many: await folderOf(many), few: await folderOf(few), none: await folderOf(0) };
  const withoutOrders = await startDemoExchange({ orders: 0, plans: 0, ordersPerMinute: 0 });
  const browser = await launchChromium(['--js-flags=--expose-gc']);
  const questions = { sorts: [] as number[], filters: [] as number[] };
  const screens = { ours: [] as number[], theirs: [] as number[] };
  const heaps = { ours: [] as number[], theirs: [] as number[] };
  try {
    await visit(browser, folders.many, async () => {});
    for (let round = 0; round < rounds; round++) {
      screens.ours.push(
        await visit(browser, folders.many, async (page) => {
          heaps.ours.push(await scrolledMemory(page));
          // The sums need the whole index, like every later query.
          await page.waitForSelector('.summary[aria-busy="false"]', { timeout: 120_000 });
          questions.sorts.push(...(await sortTimes(page)));
          questions.filters.push(...(await filterTimes(page)));
        }),
      );
      screens.theirs.push(await visit(browser, folders.none, async () => {}, withoutOrders.baseUrl));
      await visit(browser, folders.few, async (page) => {
        heaps.theirs.push(await scrolledMemory(page));
      });
    }
  } finally {
    await browser.close();
    await withoutOrders.close();
    for (const folder of Object.values(folders)) await rm(folder, { recursive: true, force: true });
  }
  return {
    measurements: [
      {
        what: 'page load to the first screen of an archive of 1,000,000 orders',
        against: 'the same of an account without orders',
        ...screens,
        reach: 1.2,
      },
      {
        what: 'memory of the page with 1,000,000 rows behind the table, scrolled through',
        against: 'with 1,000 rows',
        ...heaps,
        reach: 1.3,
        unit: 'MiB',
      },
    ],
    questions,
  };
}

/** No server listens there, so that only stored rows are shown. */
const nowhere = 'http://127.0.0.1:9';

async function folderOf(rows: number): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'orderglass-bench-'));
  fillArchive(folder, nowhere, rows);
  return folder;
}

/** Returns the milliseconds from the page's start to its first rows or to its empty state. */
async function visit(
  browser: Browser,
  dataDirectory: string,
  use: (page: Page) => Promise<void>,
  exchange = nowhere,
): Promise<number> {
  // Resets the sort order and the filter of the last visit.
  const settings = JSON.stringify({ screen: 'order-history', timeZone: 'UTC' });
  await writeFile(path.join(dataDirectory, 'settings.json'), settings);
  const host = await startHostProcess({ dataDirectory, exchange });
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    const start = performance.now();
    await page.goto(host.url, { waitUntil: 'commit' });
    await page.waitForFunction(
      () => document.querySelector('[data-row-id]') !== null || document.querySelector('.empty') !== null,
      undefined,
      { polling: 'raf' },
    );
    const took = performance.now() - start;
    await use(page);
    return took;
  } finally {
    await context.close();
    await host.stop();
  }
}

/** Returns the used memory in MiB after scrolling through the whole list. */
async function scrolledMemory(page: Page): Promise<number> {
  await page.evaluate(async (steps) => {
    const grid = document.querySelector<HTMLElement>('[role="grid"]');
    if (!grid) throw new Error('There is no table.');
    const settled = () => new Promise((resolve) => setTimeout(resolve, 30));
    for (let step = 0; step <= steps; step++) {
      grid.scrollTop = (grid.scrollHeight * step) / steps;
      await settled();
    }
    grid.scrollTop = 0;
    await settled();
  }, scrolls);
  const session = await page.context().newCDPSession(page);
  for (let turn = 0; turn < 3; turn++) await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize / 2 ** 20;
}

const measured = (time: number | null): number[] => (time === null ? [] : [time]);

async function sortTimes(page: Page): Promise<number[]> {
  const columns = await page.locator('[role="columnheader"][data-sortable]').count();
  const times: number[] = [];
  for (let column = 0; column < columns; column++) {
    for (let turn = 0; turn < 2; turn++) times.push(...measured(await untilPainted(page, { column })));
  }
  return times;
}

async function filterTimes(page: Page): Promise<number[]> {
  const times: number[] = [];
  for (const filter of filters) times.push(...measured(await untilPainted(page, { filter })));
  return times;
}

/**
 * Returns the time from the change to the first task after the frame with the new rows, or `null` if there is no new
 * query.
 */
function untilPainted(page: Page, change: { column: number } | { filter: HistoryFilter }): Promise<number | null> {
  return page.evaluate(async (requested) => {
    const grid = document.querySelector<HTMLElement>('[role="grid"]');
    if (!grid) throw new Error('There is no table.');
    let wasOutdated = false;
    const answered = new Promise<void>((resolve) => {
      new MutationObserver((_, observer) => {
        if (grid.dataset.outdated !== undefined) wasOutdated = true;
        else if (wasOutdated) {
          observer.disconnect();
          resolve();
        }
      }).observe(grid, { attributes: true, attributeFilter: ['data-outdated'] });
    });
    const start = performance.now();
    if ('column' in requested) {
      const heads = document.querySelectorAll<HTMLElement>('[role="columnheader"][data-sortable]');
      heads[requested.column]?.click();
    } else {
      const input = { filters: { 'order-history': requested.filter } };
      const body = JSON.stringify({ channel: 'changeSettings', input });
      void fetch('/api/call', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    }
    // Sorting in the list's own order is no query.
    const withoutQuery = new Promise<void>((resolve) => setTimeout(() => wasOutdated || resolve(), 1000));
    await Promise.race([answered, withoutQuery]);
    if (!wasOutdated) return null;
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    return performance.now() - start;
  }, change);
}
