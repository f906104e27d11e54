import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { EventHub } from '../src/core/event-hub.ts';
import { LiveListState } from '../src/core/market/live-list.ts';
import { createExchangeClient } from '../src/exchange/index.ts';
import type { Measurement } from './lib/measure.ts';
import { sampleTickers } from './lib/sampled-tickers.ts';
import type { HourOfMemory } from './market-memory.ts';

const symbols = 1500;
const ticksPerRound = 100;
const warmUpTicks = 400;

/** Measures the market services in the host, without the page. */
export async function measureMarket(rounds: number): Promise<Measurement[]> {
  return [await measureTicks(rounds, true), await measureTicks(rounds, false), ...(await measureMemory())];
}

/**
 * Measures the host's work for a tick in which every symbol changes (parse, slice, validate, convert, compare, publish), or none,
 * against `JSON.parse` of the same bytes. An injected fetch returns the responses, so that no network is involved.
 */
async function measureTicks(rounds: number, isChanging: boolean): Promise<Measurement> {
  const sampled = await sampleTickers(symbols);
  const answers = Array.from({ length: isChanging ? 20 : 1 }, () => sampled.next(1));
  const inTurn = () => {
    let turn = 0;
    return () => answers[turn++ % answers.length] ?? new Uint8Array();
  };
  const [nextOfOurs, nextOfTheirs] = [inTurn(), inTurn()];
  const client = createExchangeClient({
    baseUrl: 'http://127.0.0.1',
    signingVariant: 'bytewise',
    now: Date.now,
    random: Math.random,
    fetch: async () => new Response(nextOfOurs()),
  });
  const state = new LiveListState('demo', 'futures-tickers');
  let changed = 0;
  const hub = new EventHub(() => {});
  hub.subscribe((event) => {
    if (event.name === 'liveChanged') changed = event.data.put.length;
  });
  const tick = async (): Promise<void> => hub.emit('liveChanged', state.take(await client.readFuturesTickers()));
  const ours = async (): Promise<void> => {
    await tick();
    if (changed !== (isChanging ? symbols : 0)) throw new Error(`${changed} symbols have changed.`);
  };
  const theirs = async (): Promise<void> => {
    const answer = JSON.parse(await new Response(nextOfTheirs()).text()) as { result: unknown[] };
    if (answer.result.length !== symbols) throw new Error('The answer is not whole.');
  };
  await tick();
  await repeat(warmUpTicks, ours);
  await repeat(warmUpTicks, theirs);
  const measurement = {
    what: `host's work per tick, ${symbols} symbols, ${isChanging ? 'all' : 'none'} changed (${Math.round(nextOfTheirs().length / 1024)} KiB)`,
    against: 'JSON.parse of the same bytes',
    ours: [] as number[],
    theirs: [] as number[],
    reach: isChanging ? 4 : 1,
  };
  for (let round = 0; round < rounds; round++) {
    measurement.ours.push((await repeat(ticksPerRound, ours)) / ticksPerRound);
    measurement.theirs.push((await repeat(ticksPerRound, theirs)) / ticksPerRound);
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

async function repeat(times: number, work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  for (let i = 0; i < times; i++) await work();
  return performance.now() - start;
}
