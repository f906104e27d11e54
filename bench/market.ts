import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { EventHub } from '../src/core/event-hub.ts';
import { createCore } from '../src/core/index.ts';
import { LiveListState } from '../src/core/market/live-list.ts';
import { startDemoExchange } from '../src/demo-exchange/index.ts';
import { createExchangeClient } from '../src/exchange/index.ts';
import type { HostEvent } from '../src/shared/contract/index.ts';
import type { Measurement } from './lib/measure.ts';
import { sampleTickers } from './lib/sampled-tickers.ts';
import type { HourOfMemory } from './market-memory.ts';

const symbols = 1500;
const ticksPerRound = 100;
const warmUpTicks = 400;
const pricesPerRound = 4;

/** Measures the market services in the host, without the page. */
export async function measureMarket(rounds: number): Promise<Measurement[]> {
  return [
    await measureTicks(rounds),
    await measureBytes(rounds),
    await measureNotification(rounds),
    ...(await measureMemory()),
  ];
}

/**
 * Measures the host's work for a tick in which every symbol changes (parse, slice, validate, convert, compare, publish)
 * against `JSON.parse` of the same bytes. An injected fetch returns the responses, so that no network is involved.
 */
async function measureTicks(rounds: number): Promise<Measurement> {
  const sampled = await sampleTickers(symbols);
  const answers = Array.from({ length: 20 }, () => sampled.next(1));
  const inTurn = () => {
    let turn = 0;
    return () => answers[turn++ % answers.length] ?? new Uint8Array();
  };
  const [nextOfOurs, nextOfTheirs] = [inTurn(), inTurn()];
  const client = clientOf(async () => new Response(nextOfOurs()));
  const state = new LiveListState('demo', 'futures-tickers');
  let changed = 0;
  const hub = new EventHub(() => {});
  hub.subscribe((event) => {
    if (event.name === 'liveChanged') changed = event.data.put.length;
  });
  const ours = async (): Promise<void> => {
    hub.emit('liveChanged', state.take(await client.readFuturesTickers()));
    if (changed !== symbols) throw new Error(`${changed} symbols have changed.`);
  };
  const theirs = async (): Promise<void> => {
    const answer = JSON.parse(await new Response(nextOfTheirs()).text()) as { result: unknown[] };
    if (answer.result.length !== symbols) throw new Error('The answer is not whole.');
  };
  await repeat(warmUpTicks, ours);
  await repeat(warmUpTicks, theirs);
  const measurement = {
    what: `host's work per tick, ${symbols} symbols all changed (${Math.round(nextOfTheirs().length / 1024)} KiB)`,
    against: 'JSON.parse of the same bytes',
    ours: [] as number[],
    theirs: [] as number[],
    reach: 4,
  };
  for (let round = 0; round < rounds; round++) {
    measurement.ours.push((await repeat(ticksPerRound, ours)) / ticksPerRound);
    measurement.theirs.push((await repeat(ticksPerRound, theirs)) / ticksPerRound);
  }
  return measurement;
}

/**
 * Measures the event to the page for a tick in which one symbol in twenty changes, against an event with the whole
 * list.
 */
async function measureBytes(rounds: number): Promise<Measurement> {
  const sampled = await sampleTickers(symbols);
  let answer = sampled.next(1);
  const client = clientOf(async () => new Response(answer));
  const state = new LiveListState('demo', 'futures-tickers');
  state.take(await client.readFuturesTickers());
  const sizeOf = (message: unknown) => Buffer.byteLength(JSON.stringify(message)) / 1024;
  const measurement = {
    what: `message to the page for a tick with 5% of ${symbols} symbols changed`,
    against: 'the message with the whole list',
    ours: [] as number[],
    theirs: [] as number[],
    reach: 0.1,
    unit: 'KiB' as const,
  };
  for (let round = 0; round < rounds; round++) {
    answer = sampled.next(0.05);
    const change = state.take(await client.readFuturesTickers());
    if (change.put.length !== symbols / 20) throw new Error(`${change.put.length} symbols have changed.`);
    measurement.ours.push(sizeOf({ name: 'liveChanged', data: change }));
    measurement.theirs.push(sizeOf({ ok: true, data: state.snapshot }));
  }
  return measurement;
}

/**
 * Measures the time from a new price in the service to the event of the notification, over HTTP. Reports the longest
 * time of prices at random moments between two polls, against the poll interval plus 250 ms.
 */
async function measureNotification(rounds: number): Promise<Measurement> {
  const intervalMs = 1000;
  const directory = await mkdtemp(path.join(tmpdir(), 'orderglass-bench-'));
  const exchange = await startDemoExchange({ timeScale: 0, openPlans: 0, ordersPerMinute: 0, latencyMs: 50 });
  const core = await createCore({
    dataDirectory: directory,
    about: { version: '0.0.0', host: 'browser', platform: process.platform },
    startDemoExchange: async () => exchange,
  });
  const call = async (channel: string, input: unknown): Promise<void> => {
    const answer = await core.call(channel, input);
    if (!answer.ok) throw new Error(`${channel}: ${answer.error.code}`);
  };
  const measurement = {
    what: 'a price in the service to the notification, over HTTP, the longest of four',
    against: 'the poll interval',
    ours: [] as number[],
    theirs: [] as number[],
    reach: (intervalMs + 250) / intervalMs,
  };
  const question = { account: 'demo', list: 'futures-tickers' };
  const watch = () => call('watchMarket', { page: 'bench', watched: [question] });
  try {
    const seconds = intervalMs / 1000;
    const refreshRates = { 'futures-tickers': seconds, 'spot-tickers': seconds, 'open-plans': seconds, alerts: 5 };
    await call('changeSettings', { refreshRates });
    exchange.setPrice('BTC-USDT', '80000');
    const condition = { kind: 'price', market: 'futures', symbol: 'BTC-USDT', level: '81000', direction: 'crosses' };
    await call('refreshLive', question);
    await call('saveAlert', { account: 'demo', condition, paused: false });
    let isUp = false;
    for (let round = 0; round < rounds; round++) {
      let longest = 0;
      for (let price = 0; price < pricesPerRound; price++) {
        await watch();
        await new Promise((resolve) => setTimeout(resolve, (price + Math.random()) * (intervalMs / pricesPerRound)));
        isUp = !isUp;
        const changed = nextEvent(core.subscribe, 'activityAdded');
        const setAt = performance.now();
        exchange.setPrice('BTC-USDT', isUp ? '82000' : '80000');
        await changed;
        longest = Math.max(longest, performance.now() - setAt);
      }
      measurement.ours.push(longest);
      measurement.theirs.push(intervalMs);
    }
  } finally {
    await core.close();
    await rm(directory, { recursive: true, force: true });
  }
  return measurement;
}

/** Measures the memory of both threads and of the process after a day of ticks against after an hour, once, in simulated time. */
async function measureMemory(): Promise<Measurement[]> {
  const program = path.join(import.meta.dirname, 'market-memory.ts');
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', program]);
  const hours = JSON.parse(stdout) as HourOfMemory[];
  const parts = [
    ['main', 'memory of the main thread'],
    ['worker', "memory of the history's worker, with 100,000 orders,"],
    ['process', 'resident memory of the program'],
  ] as const;
  return parts.map(([part, name]) => ({
    what: `${name} after 24 simulated hours of ticks (one run)`,
    against: 'after 1 hour',
    ours: hours.slice(-1).map((hour) => hour[part]),
    theirs: hours.slice(0, 1).map((hour) => hour[part]),
    reach: 1.1,
    unit: 'MiB',
  }));
}

function clientOf(fetch: () => Promise<Response>) {
  return createExchangeClient({
    baseUrl: 'http://127.0.0.1',
    signingVariant: 'bytewise',
    now: Date.now,
    random: Math.random,
    fetch,
  });
}

function nextEvent(
  subscribe: (listener: (event: HostEvent) => void) => () => void,
  name: HostEvent['name'],
): Promise<void> {
  return new Promise((resolve) => {
    const end = subscribe((event) => {
      if (event.name !== name) return;
      end();
      resolve();
    });
  });
}

async function repeat(times: number, work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  for (let i = 0; i < times; i++) await work();
  return performance.now() - start;
}
