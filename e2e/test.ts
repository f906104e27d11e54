import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, test as base, expect, type Locator, type Page } from '@playwright/test';
import { missingForRealKeyring, openPrivateSession } from '../src/core/credentials/testing/private-session.ts';
import {
  type FaultyExchange,
  type FaultyExchangeOptions,
  startFaultyExchange,
} from '../src/demo-exchange/faults/index.ts';
import type { SettingsChange } from '../src/shared/contract/settings.ts';
import { chromiumIsHere, launchChromium } from './hosts/browser.ts';
import { chromiumArguments } from './hosts/electron-double.ts';
import type { HostName } from './hosts/host.ts';
import { launch } from './hosts/launch.ts';
import { type SharedProgram, startSharedProgram } from './shared-program.ts';

interface Fixtures {
  /** Skips the spec on a machine that lacks its browser. */
  hostIsHere: undefined;
  exchangeOptions: FaultyExchangeOptions;
  exchange: FaultyExchange;
  /**
   * Settings to start with. Default: the program's own defaults. A start on the screen that a spec needs costs less than
   * to show it later.
   */
  settings: SettingsChange;
  dataDirectory: string;
  /** `private`: a real keyring in a private session bus. `none`: no bus, so no keychain. */
  keychain: 'private' | 'none';
  environment: NodeJS.ProcessEnv;
  /** A new program on the demo account of `exchange`. */
  app: Page;
  /**
   * The shared program of many specs with a reloaded page, on the demo account of `shared.exchange`. For specs that
   * leave only settings behind.
   */
  sharedApp: Page;
}

interface WorkerFixtures {
  host: HostName;
  chromium: Browser;
  shared: SharedProgram;
}

function withoutKeychain(): NodeJS.ProcessEnv {
  const { DBUS_SESSION_BUS_ADDRESS: _bus, ...environment } = ownEnvironment();
  return environment;
}

/** The specs expect English on every machine. */
function ownEnvironment(): NodeJS.ProcessEnv {
  return { ...process.env, LC_ALL: 'C.UTF-8' };
}

/** Stands for the browser of specs on Electron, which need none: some machines have only Electron. */
const noBrowser = new Proxy({} as Browser, {
  get: (_, name) => {
    throw new Error(`Specs on Electron have no browser, so no "${String(name)}".`);
  },
});

/** Lets a spec use a page. Fails if the page throws. */
async function lendPage(page: Page, use: (page: Page) => Promise<void>): Promise<void> {
  const faults: string[] = [];
  const record = (error: Error): void => void faults.push(error.message);
  page.on('pageerror', record);
  await use(page);
  page.off('pageerror', record);
  expect(faults, 'errors thrown in the page').toEqual([]);
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  host: ['browser', { option: true, scope: 'worker' }],
  chromium: [
    async ({ host }, use) => {
      if (host === 'electron') {
        await use(noBrowser);
        return;
      }
      const browser = await launchChromium(host === 'electron-double' ? chromiumArguments : []);
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  hostIsHere: [
    async ({ host }, use, testInfo) => {
      testInfo.skip(host !== 'electron' && !chromiumIsHere(), 'Chromium is not on this machine');
      await use(undefined);
    },
    { auto: true },
  ],
  exchangeOptions: [{ orders: 600, plans: 300, ordersPerMinute: 0, requestsPerWindow: 100_000 }, { option: true }],
  exchange: async ({ exchangeOptions }, use) => {
    const exchange = await startFaultyExchange(exchangeOptions);
    await use(exchange);
    await exchange.close();
  },
  settings: [{}, { option: true }],
  dataDirectory: async ({ settings }, use) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'orderglass-e2e-'));
    if (Object.keys(settings).length > 0) await writeFile(path.join(folder, 'settings.json'), JSON.stringify(settings));
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },
  keychain: ['none', { option: true }],
  environment: async ({ keychain }, use, testInfo) => {
    if (keychain === 'none') {
      await use(withoutKeychain());
      return;
    }
    const missing = await missingForRealKeyring();
    testInfo.skip(missing.length > 0, `not on this machine: ${missing.join(', ')}`);
    const session = await openPrivateSession();
    await session.startKeyring();
    await use({ ...ownEnvironment(), ...session.environment, PATH: process.env.PATH });
    await session.close();
  },
  app: async ({ host, chromium, exchange, dataDirectory, environment, viewport }, use) => {
    const options = { dataDirectory, exchange: exchange.baseUrl, environment };
    const running = await launch(host, chromium, options, viewport);
    try {
      await lendPage(running.page, use);
    } finally {
      await running.close();
    }
  },
  shared: [
    async ({ host, chromium }, use, { project }) => {
      const shared = await startSharedProgram(host, chromium, withoutKeychain(), project.use.viewport ?? null);
      await use(shared);
      await shared.close();
    },
    { scope: 'worker' },
  ],
  sharedApp: async ({ shared, settings }, use) => lendPage(await shared.open(settings), use),
});

export { expect };

/** Settings with the shortest intervals for polling and for stale data. */
export const soon: SettingsChange = { refreshEvery: '1' };

export async function showScreen(app: Page, name: string): Promise<Locator> {
  await app.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name }).click();
  const grid = app.getByRole(name === 'Open plans' ? 'treegrid' : 'grid', { name: new RegExp(`^${name}, `) });
  await expect(grid).toBeVisible();
  return grid;
}

/** Presses "Try again", and waits until the failure is gone. The program may have tried again by itself before the click arrives. */
export async function tryAgain(app: Page): Promise<void> {
  const button = app.getByRole('button', { name: 'Try again' });
  await button.click({ timeout: 5000 }).catch(() => {});
  await expect(app.getByRole('alert')).toBeHidden();
}

export function dataRows(grid: Locator): Locator {
  return grid.locator('[data-row-id]');
}

/** The rows of plan orders among those of positions. */
export const planRows = '[data-row-id^="plan "]';

/** Returns the drawn texts of a column from top to bottom. `rows`: a selector of those that count. */
export async function columnTexts(grid: Locator, column: string, rows = '[data-row-id]'): Promise<string[]> {
  const cells = await grid.locator(`${rows} [data-col="${column}"]`).evaluateAll((elements) =>
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
  /** Texts by column. */
  cells: Record<string, string>;
}

/** Scrolls from the top to the end screen by screen. Returns the row drawn at each position. */
export async function readWholeGrid(grid: Locator): Promise<DrawnRow[]> {
  const rows = await grid.evaluate(async (element) => {
    const frame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));
    const seen: [position: number, row: { id: string; cells: Record<string, string> }][] = [];
    element.scrollTop = 0;
    for (let atEnd = false; !atEnd; element.scrollTop += element.clientHeight - 100) {
      // Wait for two frames, and for rows that are being fetched.
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
