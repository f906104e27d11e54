import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Browser, Page, ViewportSize } from '@playwright/test';
import { type DemoExchange, startDemoExchange } from '../src/demo-exchange/index.ts';
import type {} from '../src/renderer/platform/bridge.ts';
import { type Settings, type SettingsChange, settingsSchema } from '../src/shared/contract/settings.ts';
import { archiveLists } from '../src/shared/orders/trades.ts';
import { tableNames } from '../src/shared/settings/choices.ts';
import { withChange } from '../src/shared/settings/settings.ts';
import type { HostName, RunningHost } from './hosts/host.ts';
import { launch } from './hosts/launch.ts';

/** A program that many specs use. */
export interface SharedProgram {
  running: RunningHost;
  /** Read only: later specs would see changes. */
  exchange: DemoExchange;
  dataDirectory: string;
  /** Resets the settings, except for the given ones, and reloads the page. Init scripts stay. */
  open(settings: SettingsChange): Promise<Page>;
  close(): Promise<void>;
}

// The market stands still, so that no plan adds an order.
const exchangeOptions = { orders: 600, plans: 300, ordersPerMinute: 0, requestsPerWindow: 100_000, timeScale: 0 };

const defaults = settingsSchema.parse({});
const resetSettings: SettingsChange = {
  ...defaults,
  tables: Object.fromEntries(tableNames.map((name) => [name, {}])),
  filters: Object.fromEntries(archiveLists.map((list) => [list, {}])),
};

function withSettings(settings: SettingsChange): SettingsChange {
  return {
    ...resetSettings,
    ...settings,
    tables: { ...resetSettings.tables, ...settings.tables },
    filters: { ...resetSettings.filters, ...settings.filters },
  };
}

async function call(
  page: Page,
  channel: 'changeSettings' | 'readSettings',
  input: SettingsChange = {},
): Promise<Settings> {
  const result = await page.evaluate(
    async ([name, sent]) => {
      if (window.orderglass) return (await window.orderglass.call(name, sent, 'reset')) as unknown;
      const body = JSON.stringify({ channel: name, input: sent });
      const headers = { 'content-type': 'application/json' };
      return (await (await fetch('/api/call', { method: 'POST', headers, body })).json()) as unknown;
    },
    [channel, input] as const,
  );
  const { ok, data } = result as { ok: boolean; data: Settings };
  if (!ok) throw new Error(`${channel} failed: ${JSON.stringify(result)}`);
  return data;
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
    async open(settings) {
      const { page } = running;
      if (viewport) await page.setViewportSize(viewport);
      const change = withSettings(settings);
      const expected = settingsSchema.parse(withChange(defaults, change));
      // A change that the page was just saving can arrive after the reset. The response to the reset can contain it.
      do {
        await call(page, 'changeSettings', change);
        await page.reload();
      } while (!isDeepStrictEqual(await call(page, 'readSettings'), expected));
      return page;
    },
    async close() {
      await running.close();
      await exchange.close();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}
