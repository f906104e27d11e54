import { startDemoExchange } from '../src/demo-exchange/index.ts';
import { createExchangeClient } from '../src/exchange/index.ts';
import type { Measurement } from './lib/measure.ts';

const pagesPerRound = 400;
const warmUpPages = 2000;

/**
 * Measures the host's work for a page of 100 orders (parse, slice, validate, convert) against `JSON.parse` of the same
 * bytes. An injected fetch returns a response of the demo exchange, so that no network is involved. Signing counts as
 * ours.
 */
export async function measurePageWork(rounds: number): Promise<Measurement> {
  const exchange = await startDemoExchange({ orders: 2000 });
  const credentials = { token: exchange.token, secretKey: exchange.secretKey };
  let page = '';
  const options = {
    baseUrl: exchange.baseUrl,
    credentials,
    signingVariant: 'bytewise' as const,
    now: Date.now,
    random: Math.random,
  };
  const recorder = createExchangeClient({
    ...options,
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      page = await response.clone().text();
      return response;
    },
  });
  await recorder.readOrderHistory({ marginMode: 'isolated', limit: 100 });
  await exchange.close();

  const bytes = new TextEncoder().encode(page);
  const client = createExchangeClient({ ...options, fetch: async () => new Response(bytes) });
  const ours = async (): Promise<void> => {
    const { entries } = await client.readOrderHistory({ marginMode: 'isolated', limit: 100 });
    if (entries.length !== 100) throw new Error(`The page has ${entries.length} rows.`);
  };
  // Reads the bytes like ours, so that only the work on them differs.
  const theirs = async (): Promise<void> => {
    const answer = JSON.parse(await new Response(bytes).text()) as { result: unknown[] };
    if (answer.result.length !== 100) throw new Error('The page is not whole.');
  };
  await repeat(warmUpPages, ours);
  await repeat(warmUpPages, theirs);

  const measurement = {
    what: `host's work for a page of 100 orders (${Math.round(bytes.length / 1024)} KiB)`,
    against: 'JSON.parse of the same bytes',
    ours: [] as number[],
    theirs: [] as number[],
    reach: 4,
  };
  for (let round = 0; round < rounds; round++) {
    measurement.ours.push((await repeat(pagesPerRound, ours)) / pagesPerRound);
    measurement.theirs.push((await repeat(pagesPerRound, theirs)) / pagesPerRound);
  }
  return measurement;
}

async function repeat(times: number, work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  for (let i = 0; i < times; i++) await work();
  return performance.now() - start;
}
