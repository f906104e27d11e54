import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, test as base, expect, type Locator, type Page, type ViewportSize } from '@playwright/test';
import { missingForRealKeyring, openPrivateSession } from '../src/core/credentials/testing/private-session.ts';
import { type DemoExchange, type DemoExchangeOptions, startDemoExchange } from '../src/demo-exchange/index.ts';
import { launchChromium, launchInBrowser } from './hosts/browser.ts';
import { launchElectron } from './hosts/electron.ts';
import { chromiumArguments, launchElectronDouble } from './hosts/electron-double.ts';
import type { HostName, HostOptions, RunningHost } from './hosts/host.ts';

interface Fixtures {
  exchangeOptions: DemoExchangeOptions;
  exchange: DemoExchange;
  dataDirectory: string;
  /** `private`: a real keyring in a session bus of its own. `none`: no bus, so no keychain. */
  keychain: 'private' | 'none';
  environment: NodeJS.ProcessEnv;
  /** The program, opened on the demo account of `exchange`. */
  app: Page;
}

interface WorkerFixtures {
  host: HostName;
  chromium: Browser;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  host: ['browser', { option: true, scope: 'worker' }],
  chromium: [
    async ({ host }, use) => {
      const browser = await launchChromium(host === 'electron-double' ? chromiumArguments : []);
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  exchangeOptions: [{ orders: 600, plans: 300, ordersPerMinute: 0, requestsPerWindow: 100_000 }, { option: true }],
  exchange: async ({ exchangeOptions }, use) => {
    const exchange = await startDemoExchange(exchangeOptions);
    await use(exchange);
    await exchange.close();
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
  dataDirectory: async ({}, use) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'orderglass-e2e-'));
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },
  keychain: ['none', { option: true }],
  environment: async ({ keychain }, use, testInfo) => {
    // The specs read English, whatever this machine speaks.
    const own: NodeJS.ProcessEnv = { ...process.env, LC_ALL: 'C.UTF-8' };
    if (keychain === 'none') {
      const { DBUS_SESSION_BUS_ADDRESS: _bus, ...environment } = own;
      await use(environment);
      return;
    }
    const missing = await missingForRealKeyring();
    testInfo.skip(missing.length > 0, `not on this machine: ${missing.join(', ')}`);
    const session = await openPrivateSession();
    await session.startKeyring();
    await use({ ...own, ...session.environment, PATH: process.env.PATH });
    await session.close();
  },
  app: async ({ host, chromium, exchange, dataDirectory, environment, viewport }, use) => {
    const options = { dataDirectory, exchange: exchange.baseUrl, environment };
    const running = await launch(host, chromium, options, viewport);
    const faults: string[] = [];
    running.page.on('pageerror', (error) => faults.push(error.message));
    await use(running.page);
    await running.close();
    expect(faults, 'errors thrown in the page').toEqual([]);
  },
});

export { expect };

function launch(
  host: HostName,
  chromium: Browser,
  options: HostOptions,
  viewport: ViewportSize | null,
): Promise<RunningHost> {
  switch (host) {
    case 'browser':
      return launchInBrowser(chromium, options, viewport);
    case 'electron':
      return launchElectron(options);
    case 'electron-double':
      return launchElectronDouble(chromium, options, viewport);
  }
}

export async function showScreen(app: Page, name: string): Promise<Locator> {
  await app.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name }).click();
  const grid = app.getByRole('grid', { name: new RegExp(`^${name}, `) });
  await expect(grid).toBeVisible();
  return grid;
}

export function dataRows(grid: Locator): Locator {
  return grid.locator('[data-row-id]');
}

/** The texts of one column as drawn, from the top. */
export async function columnTexts(grid: Locator, column: string): Promise<string[]> {
  const cells = await grid.locator(`[data-row-id] [data-col="${column}"]`).evaluateAll((elements) =>
    elements
      .map((element) => ({
        position: Number(element.parentElement?.dataset.position),
        text: element.textContent ?? '',
      }))
      .sort((a, b) => a.position - b.position)
      .map(({ text }) => text),
  );
  return cells;
}

export interface DrawnRow {
  id: string;
  /** By column. */
  cells: Record<string, string>;
}

/** Scrolls from the top to the end a screen at a time, as a reader would, and answers what was drawn at each position. */
export async function readWholeGrid(grid: Locator): Promise<DrawnRow[]> {
  const rows = await grid.evaluate(async (element) => {
    const frame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));
    const seen: [position: number, row: { id: string; cells: Record<string, string> }][] = [];
    element.scrollTop = 0;
    for (let atEnd = false; !atEnd; element.scrollTop += element.clientHeight - 100) {
      // What is drawn in the second frame after the scroll, and rows that are on their way, as soon as they are there.
      do {
        await frame();
        await frame();
      } while (element.querySelector('[data-waiting]'));
      for (const row of element.querySelectorAll<HTMLElement>('[data-row-id]')) {
        const cells = [...row.querySelectorAll<HTMLElement>('[data-col]')];
        const texts = cells.map((cell) => [cell.dataset.col ?? '', cell.textContent ?? '']);
        seen.push([Number(row.dataset.position), { id: row.dataset.rowId ?? '', cells: Object.fromEntries(texts) }]);
      }
      atEnd = element.scrollTop + element.clientHeight >= element.scrollHeight - 1;
    }
    return seen;
  });
  const byPosition = new Map(rows);
  const count = Math.max(...byPosition.keys()) + 1;
  expect(byPosition.size, 'positions that were drawn').toBe(count);
  return Array.from({ length: count }, (_, position) => byPosition.get(position) ?? { id: '', cells: {} });
}
