import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { launchChromium, startHostProcess } from '../e2e/hosts/browser.ts';
import { startDemoExchange } from '../src/demo-exchange/index.ts';
import type { HistoryFilter } from '../src/shared/contract/history.ts';
import type { TradeFilter } from '../src/shared/contract/trades.ts';
import { fillArchive } from './lib/filled-archive.ts';
import type { Measurement } from './lib/measure.ts';
import { sampleTradeFilters } from './lib/sampled-orders.ts';

const orders = 1_000_000;
const rowsForComparison = 1000;
const scrolls = 60;

const orderFilters: HistoryFilter[] = [
  { symbols: ['AAA-USDT', 'BAH-USDT'] },
  { statuses: ['canceled'] },
  { marginModes: ['cross'] },
  { pnlSigns: ['loss'] },
  { pnl: { from: '90' } },
  { text: 'bah' },
  { text: '4711' },
  { created: { from: '2023-01-01', to: '2023-06-30' } },
  { leverage: { from: '5', to: '10' }, pnlSigns: ['profit'], marginModes: ['isolated'] },
];

interface MeasuredScreen {
  screen: 'order-history' | 'trades';
  /** The call that reads a window of rows. */
  channel: 'readOrderHistory' | 'readTrades';
  filters: readonly (HistoryFilter | TradeFilter)[];
  ordersPerRow: number;
}
const screens: MeasuredScreen[] = [
  { screen: 'order-history', channel: 'readOrderHistory', filters: orderFilters, ordersPerRow: 1 },
  { screen: 'trades', channel: 'readTrades', filters: sampleTradeFilters, ordersPerRow: 4 },
];

/** In milliseconds. */
interface QuestionTime {
  /** From a click on a header, or a change of the filter, to the painted rows. A filter comes from the host, with one message more. */
  total: number;
  /** The same without the call that reads the rows. */
  besidesCall: number;
}

interface ScreenQuestions {
  screen: string;
  filters: QuestionTime[];
  /** Right after the sums are there, while the worker still prepares the order by each field. */
  earlySorts: QuestionTime[];
  sorts: QuestionTime[];
}

export interface ArchivePageFigures {
  measurements: Measurement[];
  questions: ScreenQuestions[];
}

/** Measures the waiting times of a user with 1,000,000 stored orders in a real browser. */
export async function measureArchivePage(rounds: number): Promise<ArchivePageFigures> {
  const browser = await launchChromium(['--js-flags=--expose-gc']);
  const full = await folderOf(orders);
  const figures: ArchivePageFigures = { measurements: [], questions: [] };
  try {
    figures.measurements.push(await measureFirstScreen(browser, full, rounds));
    for (const measured of screens) {
      const { memory, questions } = await measureScreen(browser, full, measured, rounds);
      figures.measurements.push(memory);
      figures.questions.push(questions);
    }
  } finally {
    await browser.close();
    await rm(full, { recursive: true, force: true });
  }
  return figures;
}

async function measureFirstScreen(browser: Browser, full: string, rounds: number): Promise<Measurement> {
  const empty = await folderOf(0);
  const withoutOrders = await startDemoExchange({ orders: 0, plans: 0, ordersPerMinute: 0 });
  const times = { ours: [] as number[], theirs: [] as number[] };
  try {
    await visit(browser, full, 'order-history', async () => {});
    for (let round = 0; round < rounds; round++) {
      times.ours.push(await visit(browser, full, 'order-history', async () => {}));
      times.theirs.push(await visit(browser, empty, 'order-history', async () => {}, withoutOrders.baseUrl));
    }
  } finally {
    await withoutOrders.close();
    await rm(empty, { recursive: true, force: true });
  }
  return {
    what: 'page load to the first screen of an archive of 1,000,000 orders',
    against: 'the same of an account without orders',
    ...times,
    reach: 1.2,
  };
}

async function measureScreen(browser: Browser, full: string, measured: MeasuredScreen, rounds: number) {
  const { screen, filters, ordersPerRow } = measured;
  const few = await folderOf(rowsForComparison * ordersPerRow);
  const heaps = { ours: [] as number[], theirs: [] as number[] };
  const questions: ScreenQuestions = { screen, filters: [], earlySorts: [], sorts: [] };
  try {
    for (let round = 0; round < rounds; round++) {
      await visit(browser, full, screen, async (page) => {
        heaps.ours.push(await scrolledMemory(page));
        // The sums need the whole index, like every later query.
        await page.waitForSelector('.summary[aria-busy="false"]', { timeout: 120_000 });
        const columns = await page.locator('[role="columnheader"][data-sortable]').count();
        for (const sorts of [questions.earlySorts, questions.sorts]) {
          for (let turn = 0; turn < 2 * columns; turn++) {
            sorts.push(...(await timeOf(page, measured, { column: Math.floor(turn / 2) })));
          }
        }
        for (const filter of [...filters, {}]) questions.filters.push(...(await timeOf(page, measured, { filter })));
      });
      await visit(browser, few, screen, async (page) => {
        heaps.theirs.push(await scrolledMemory(page));
      });
    }
  } finally {
    await rm(few, { recursive: true, force: true });
  }
  const memory: Measurement = {
    what: `memory of the page with ${(orders / ordersPerRow).toLocaleString('en')} rows behind the table of ${screen}, scrolled through`,
    against: `with ${rowsForComparison.toLocaleString('en')} rows`,
    ...heaps,
    reach: 1.3,
    unit: 'MiB',
  };
  return { memory, questions };
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
  screen: MeasuredScreen['screen'],
  use: (page: Page) => Promise<void>,
  exchange = nowhere,
): Promise<number> {
  // Resets the sort order and the filter of the last visit.
  const settings = JSON.stringify({ screen, timeZone: 'UTC' });
  await writeFile(path.join(dataDirectory, 'settings.json'), settings);
  const host = await startHostProcess({ dataDirectory, exchange });
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    await page.addInitScript(recordCalls);
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

declare global {
  interface Window {
    /** The calls of the page that have been answered, with their times in milliseconds. */
    answeredCalls: { channel: string; start: number; end: number }[];
  }
}

/** Runs in the page before its own scripts. */
function recordCalls(): void {
  window.answeredCalls = [];
  const send = window.fetch;
  window.fetch = async (input, init) => {
    const start = performance.now();
    const response = await send(input, init);
    const body = init?.body instanceof Uint8Array ? new TextDecoder().decode(init.body) : init?.body;
    const { channel = '' } = typeof body === 'string' ? (JSON.parse(body) as { channel?: string }) : {};
    window.answeredCalls.push({ channel, start, end: performance.now() });
    return response;
  };
}

/** Returns the time of a change, or nothing if the change is no new query. The end is the first task after the frame with the new rows. */
function timeOf(
  page: Page,
  { screen, channel }: MeasuredScreen,
  change: { column: number } | { filter: object },
): Promise<QuestionTime[]> {
  return page.evaluate(
    async ({ screen, channel, change }) => {
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
      window.answeredCalls = [];
      const start = performance.now();
      if ('column' in change) {
        const heads = document.querySelectorAll<HTMLElement>('[role="columnheader"][data-sortable]');
        heads[change.column]?.click();
      } else {
        const input = { filters: { [screen]: change.filter } };
        const body = JSON.stringify({ channel: 'changeSettings', input });
        void fetch('/api/call', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      }
      // Sorting in the list's own order is no query.
      const withoutQuery = new Promise<void>((resolve) => setTimeout(() => wasOutdated || resolve(), 1000));
      await Promise.race([answered, withoutQuery]);
      if (!wasOutdated) return [];
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      const total = performance.now() - start;
      const call = window.answeredCalls.find((each) => each.channel === channel);
      if (!call) throw new Error(`There was no call of ${channel}.`);
      return [{ total, besidesCall: total - (call.end - call.start) }];
    },
    { screen, channel, change },
  );
}
