import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page, ViewportSize } from '@playwright/test';
import { type DemoExchange, startDemoExchange } from '../src/demo-exchange/index.ts';
import { screens } from '../src/shared/choices.ts';
import { historyLists } from '../src/shared/history.ts';
import { type SettingsChange, settingsSchema } from '../src/shared/settings.ts';
import type { HostName } from './hosts/host.ts';
import { launch } from './hosts/launch.ts';

/** One start of the program for many specs. */
export interface SharedProgram {
  /** To be read from: what a spec changed there would be met by the next one. */
  exchange: DemoExchange;
  dataDirectory: string;
  /** The page anew, with the settings that the program has at first. */
  open(): Promise<Page>;
  close(): Promise<void>;
}

// As long as time stands still no plan fires, so that no order comes by itself.
const exchangeOptions = { orders: 600, plans: 300, ordersPerMinute: 0, requestsPerWindow: 100_000, timeScale: 0 };

const firstSettings: SettingsChange = {
  ...settingsSchema.parse({}),
  tables: Object.fromEntries(screens.map((screen) => [screen, { order: [], hidden: [], widths: {}, sort: [] }])),
  filters: Object.fromEntries(historyLists.map((list) => [list, {}])),
};

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
    exchange,
    dataDirectory,
    async open() {
      const answer = await running.call('changeSettings', firstSettings);
      if (!answer.ok) throw new Error(`The settings were not put back: ${answer.error.message}`);
      return running.openAnew();
    },
    async close() {
      await running.close();
      await exchange.close();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}
