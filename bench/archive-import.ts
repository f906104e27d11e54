import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type DemoExchange, startDemoExchange } from '../src/demo-exchange/index.ts';
import { createExchangeClient } from '../src/exchange/index.ts';
import type { FetchedPage } from '../src/history/rows.ts';
import { HistoryStore } from '../src/history/store/history-store.ts';
import type { Measurement } from './lib/measure.ts';

const orders = 100_000;
const pageLength = 100;
/** Pages per transaction, as in an import. */
const pagesAtOnce = 100;

type Page = FetchedPage<'order-history'>;

/**
 * Measures the import of 100,000 orders from downloaded pages into a new database on the disk, against `JSON.parse` of
 * the same pages.
 */
export async function measureArchiveImport(rounds: number): Promise<Measurement> {
  const exchange = await startDemoExchange({ orders, requestsPerWindow: 1_000_000 });
  const { pages, texts } = await readHistory(exchange);
  await exchange.close();
  const rows = pages.reduce((sum, { entries }) => sum + entries.length, 0);
  if (rows < orders) throw new Error(`The exchange has ${rows} orders.`);

  const measurement = {
    what: `import of ${rows.toLocaleString('en')} rows into the archive`,
    against: 'JSON.parse of the same bytes',
    ours: [] as number[],
    theirs: [] as number[],
    reach: 8,
  };
  const bytes = texts.map((text) => new TextEncoder().encode(text));
  for (let round = 0; round < rounds; round++) {
    measurement.ours.push(await timeImport(pages, rows));
    measurement.theirs.push(timeParse(bytes, rows));
  }
  return measurement;
}

async function timeImport(pages: readonly Page[], rows: number): Promise<number> {
  const folder = await mkdtemp(path.join(tmpdir(), 'orderglass-bench-'));
  try {
    const start = performance.now();
    const { store } = HistoryStore.open({ path: path.join(folder, 'archive.sqlite'), now: Date.now });
    for (let from = 0; from < pages.length; from += pagesAtOnce) store.savePages(pages.slice(from, from + pagesAtOnce));
    const count = store.count('order-history');
    store.close();
    const time = performance.now() - start;
    if (count !== rows) throw new Error(`The archive has ${count} rows.`);
    return time;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function timeParse(pages: readonly Uint8Array[], rows: number): number {
  const start = performance.now();
  const decoder = new TextDecoder();
  let count = 0;
  for (const page of pages) count += (JSON.parse(decoder.decode(page)) as { result: unknown[] }).result.length;
  const time = performance.now() - start;
  if (count !== rows) throw new Error(`The pages have ${count} rows.`);
  return time;
}

/** Downloads the whole history like the sync, with pages of both modes in turn. */
async function readHistory(exchange: DemoExchange): Promise<{ pages: Page[]; texts: string[] }> {
  const texts: string[] = [];
  const client = createExchangeClient({
    baseUrl: exchange.baseUrl,
    credentials: { token: exchange.token, secretKey: exchange.secretKey },
    signingVariant: 'bytewise',
    // Spreads the nonces over 25 s, because the random parts of a thousand nonces of one second may collide.
    now: () => Date.now() + (texts.length % 25) * 1000,
    random: Math.random,
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      texts.push(await response.clone().text());
      return response;
    },
  });
  const pages: Page[] = [];
  const ends = new Map<'isolated' | 'cross', string | null>([
    ['isolated', null],
    ['cross', null],
  ]);
  while (ends.size > 0) {
    for (const [marginMode, from] of ends) {
      const cursor = from === null ? {} : { from, direct: 'prev' as const };
      const { entries } = await client.readOrderHistory({ marginMode, limit: pageLength, ...cursor });
      const page: Page = {
        list: 'order-history',
        marginMode,
        from,
        symbol: null,
        entries,
        fetchedAt: Date.now(),
      };
      pages.push(page);
      const last = entries.at(-1)?.id ?? null;
      if (last === null) ends.delete(marginMode);
      else ends.set(marginMode, last);
    }
  }
  return { pages, texts };
}
