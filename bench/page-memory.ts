import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { CDPSession, Page } from '@playwright/test';
import { launchChromium, startHostProcess } from '../e2e/hosts/browser.ts';
import { LiveListState } from '../src/core/market/live-list.ts';
import { createExchangeClient } from '../src/exchange/index.ts';
import type { EventOf } from '../src/shared/contract/index.ts';
import type { Measurement } from './lib/measure.ts';
import { sampleTickers } from './lib/sampled-tickers.ts';

const symbols = 1500;
const tickMs = 3000;
const early = 100;
const late = 9600;
const ticksPerCall = 25;
/** Time for work that a real page does between two ticks, such as compiling code and fading colors. */
const settleMs = 3000;
/** The browser frees collected memory in steps. Counted too early, freed memory would seem to be in use. */
const sweepMs = 1000;

/** Filters the futures tickers from the host's event stream in the page. */
interface Bench {
  bench: { source: EventSource | null; later: number };
}

/**
 * Measures the page's memory after eight hours: 1,500 futures tickers every 3 s of which a twentieth changes, with the
 * table and a symbol's panel open, after every screen was shown. The page gets ticks as fast as it draws them, and its
 * clock advances with them.
 */
export async function measurePageMemory(): Promise<Measurement> {
  const browser = await launchChromium();
  const dataDirectory = await mkdtemp(path.join(tmpdir(), 'orderglass-bench-'));
  await writeFile(path.join(dataDirectory, 'settings.json'), JSON.stringify({ screen: 'futures-tickers' }));
  const host = await startHostProcess({ dataDirectory });
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    const ticks = await createTicks();
    await ticks.connect(page);
    await page.goto(host.url);
    await lookAtAllScreens(page);
    await page.locator('[data-row-id]').first().click();
    await page.locator('.panel-section').first().waitFor();
    const session = await context.newCDPSession(page);
    await ticks.run(page, early);
    const afterMinutes = await heldMiB(session);
    await ticks.run(page, late - early);
    const afterHours = await heldMiB(session);
    return {
      what: 'memory of the page after 8 simulated hours of ticks (one run)',
      against: 'after 5 minutes',
      ours: [afterHours],
      theirs: [afterMinutes],
      reach: 1.1,
      unit: 'MiB',
    };
  } finally {
    await browser.close();
    await host.stop();
    await rm(dataDirectory, { recursive: true, force: true });
  }
}

/** Shows every screen, the futures tickers last. */
async function lookAtAllScreens(page: Page): Promise<void> {
  const navigation = page.getByRole('navigation', { name: 'Screens' });
  for (const name of [
    'Open plans',
    'Order history',
    'Plan history',
    'PnL analysis',
    'Spot tickers',
    'Futures tickers',
  ]) {
    await navigation.getByRole('button', { name }).click();
    await page.getByRole('region', { name, exact: true }).waitFor();
    if (name !== 'PnL analysis') await page.locator('[data-row-id]').first().waitFor();
  }
}

async function createTicks() {
  const sampled = await sampleTickers(symbols);
  const state = new LiveListState('demo', 'futures-tickers');
  let passed = 0;
  const client = createExchangeClient({
    baseUrl: 'http://127.0.0.1',
    signingVariant: 'bytewise',
    now: () => Date.now() + passed * tickMs,
    random: Math.random,
    fetch: async () => new Response(sampled.next(0.05)),
  });
  state.take(await client.readFuturesTickers());
  return {
    /** Serves the futures tickers from here and everything else from the host. */
    async connect(page: Page): Promise<void> {
      await page.addInitScript(() => {
        const bench: Bench['bench'] = { source: null, later: 0 };
        const now = Date.now;
        Date.now = () => now() + bench.later;
        class Source extends EventSource {
          constructor(address: string) {
            super(address);
            bench.source = this;
            this.addEventListener('message', (message: MessageEvent<string>) => {
              // Messages from here are not trusted ones.
              if (message.isTrusted && message.data.includes('"list":"futures-tickers"'))
                message.stopImmediatePropagation();
            });
          }
        }
        Object.assign(window, { bench, EventSource: Source });
      });
      await page.route('**/api/call', async (route) => {
        const { channel, input } = route.request().postDataJSON();
        const isOurs = channel === 'readLive' && input.list === 'futures-tickers';
        await (isOurs ? route.fulfill({ json: { ok: true, data: state.snapshot } }) : route.continue());
      });
    },
    async run(page: Page, number: number): Promise<void> {
      for (let sent = 0; sent < number; sent += ticksPerCall) {
        const changes: EventOf<'liveChanged'>[] = [];
        for (let tick = 0; tick < ticksPerCall; tick++) {
          passed++;
          changes.push(state.take(await client.readFuturesTickers()));
        }
        const messages = changes.map((data) => JSON.stringify({ name: 'liveChanged', data }));
        await page.evaluate(giveTicks, { messages, tickMs });
      }
    },
  };
}

/** Runs in the page. */
async function giveTicks({ messages, tickMs }: { messages: string[]; tickMs: number }): Promise<void> {
  const { bench } = window as unknown as Bench;
  for (const data of messages) {
    bench.later += tickMs;
    if (bench.source === null) throw new Error('The page does not listen.');
    bench.source.dispatchEvent(new MessageEvent('message', { data }));
    await new Promise((resolve) => setTimeout(resolve));
  }
}

/** Memory of scripts, of their objects in the browser, and of their buffers. */
async function heldMiB(session: CDPSession): Promise<number> {
  await pause(settleMs);
  for (let round = 0; round < 2; round++) {
    await session.send('HeapProfiler.collectGarbage');
    await pause(sweepMs);
  }
  const used: Record<string, number> = await session.send('Runtime.getHeapUsage');
  const { usedSize = 0, embedderHeapUsedSize = 0, backingStorageSize = 0 } = used;
  return (usedSize + embedderHeapUsedSize + backingStorageSize) / 2 ** 20;
}
