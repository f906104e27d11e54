import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page, ViewportSize } from '@playwright/test';
import { type DemoExchange, startDemoExchange } from '../src/demo-exchange/index.ts';
import type {} from '../src/renderer/api/bridge.ts';
import { screens } from '../src/shared/choices.ts';
import { historyLists } from '../src/shared/history.ts';
import { type SettingsChange, settingsSchema } from '../src/shared/settings.ts';
import type { HostName, RunningHost } from './hosts/host.ts';
import { launch } from './hosts/launch.ts';

/** A program that many specs use. */
export interface SharedProgram {
  running: RunningHost;
  /** Read only: later specs would see changes. */
  exchange: DemoExchange;
  dataDirectory: string;
  /** Resets the settings and reloads the page. Init scripts stay. */
  open(): Promise<Page>;
  close(): Promise<void>;
}

// The market stands still, so that no plan adds an order.
const exchangeOptions = { orders: 600, plans: 300, ordersPerMinute: 0, requestsPerWindow: 100_000, timeScale: 0 };

const firstSettings: SettingsChange = {
  ...settingsSchema.parse({}),
  tables: Object.fromEntries(screens.map((screen) => [screen, {}])),
  filters: Object.fromEntries(historyLists.map((list) => [list, {}])),
};

async function putSettingsBack(page: Page): Promise<void> {
  const isPutBack = await page.evaluate(async (settings) => {
    // Cancel the page's pending saves, which would overwrite the reset.
    for (let timer = window.setTimeout(() => {}); timer > 0; timer--) window.clearTimeout(timer);
    if (window.orderglass) return isOk(await window.orderglass.call('changeSettings', settings, 'put back'));
    const body = JSON.stringify({ channel: 'changeSettings', input: settings });
    const answer = await fetch('/api/call', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    return isOk(await answer.json());

    function isOk(result: unknown): boolean {
      return typeof result === 'object' && result !== null && 'ok' in result && result.ok === true;
    }
  }, firstSettings);
  if (!isPutBack) throw new Error('The settings could not be put back.');
}

export async function startSharedProgram(
  host: HostName,
  chromium: Browser,
  environment: NodeJS.ProcessEnv,
  viewport: ViewportSize | null,
): Promise<SharedProgram> {
  const exchange = await startDemoExchange(exchangeOptions);
  const dataDirectory = await mkdtemp(path.join(tmpdir(), 'orderglass-e2e-'));
  const options = { dataDirectory, exchange: exchange.baseUrl, environment };
  const running = await launch(host, chromium, options, viewport);
  return {
    running,
    exchange,
    dataDirectory,
    async open() {
      const { page } = running;
      await page.unrouteAll();
      if (viewport) await page.setViewportSize(viewport);
      await putSettingsBack(page);
      await page.reload();
      return page;
    },
    async close() {
      await running.close();
      await exchange.close();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}
