import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { demoArchiveName } from '../src/core/accounts/archive-name.ts';
import { ArchiveFile } from '../src/core/archive/file/index.ts';
import { createCore } from '../src/core/index.ts';
import { type MarginMode, marginModes, type Order } from '../src/shared/domain.ts';
import type { Measurement } from './lib/measure.ts';

const rows = 1_000_000;
const rowsPerPage = 100;
const pagesAtOnce = 100;
/** Nothing is there: only what the archive has can be shown. */
const exchange = 'http://127.0.0.1:9';
const zone = 'UTC';
const query = { account: 'demo', filter: {}, sort: [], zone, from: 0, count: 100 };
const symbols = Array.from({ length: 200 }, (_, place) => `COIN${place}-USDT`);

/** From a program that starts to the first window of a history, with so many orders in the archive and with none. */
export async function measureFirstWindow(rounds: number): Promise<Measurement> {
  const [full, empty] = [await archive(rows), await archive(0)];
  const measurement: Measurement = {
    what: `start to the first window of an archive of ${rows.toLocaleString('en')} orders`,
    against: 'the same from an empty archive',
    ours: [],
    theirs: [],
    reach: 1.2,
  };
  const [ours, theirs]: [number[], number[]] = [[], []];
  try {
    await firstWindow(full, rows);
    await firstWindow(empty, 0);
    for (let round = 0; round < rounds; round++) {
      ours.push(await firstWindow(full, rows));
      theirs.push(await firstWindow(empty, 0));
    }
  } finally {
    for (const folder of [full, empty]) await rm(folder, { recursive: true, force: true });
  }
  return { ...measurement, ours, theirs };
}

async function firstWindow(dataDirectory: string, expected: number): Promise<number> {
  const start = performance.now();
  const core = await createCore({
    dataDirectory,
    about: { version: '0.0.0', host: 'browser', platform: process.platform },
    archiveWorker: new URL('../src/core/archive/worker/archive-worker.ts', import.meta.url),
    lastingDemoExchange: exchange,
    startDemoExchange: async () => ({ baseUrl: exchange, token: 'none', secretKey: 'none', close: async () => {} }),
  });
  const answer = await core.call('readOrderHistory', query);
  const took = performance.now() - start;
  await core.close();
  const { total } = answer.ok ? (answer.data as { total: number }) : { total: -1 };
  if (total !== expected) throw new Error(`the archive answers ${total} rows, not ${expected}`);
  return took;
}

async function archive(count: number): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'orderglass-bench-'));
  const name = `${demoArchiveName(exchange)}.sqlite`;
  const { file } = ArchiveFile.open({ path: path.join(folder, 'archives', name), now: Date.now });
  for (let done = 0; done < count; done += rowsPerPage * pagesAtOnce) {
    file.takePages(Array.from({ length: pagesAtOnce }, (_, page) => pageOf(done / rowsPerPage + page)));
  }
  file.close();
  return folder;
}

/** Pages of both modes in turn, each the one behind the last of its mode. */
function pageOf(place: number) {
  const marginMode = marginModes[place % marginModes.length] ?? 'isolated';
  const first = Math.floor(place / marginModes.length) * rowsPerPage;
  const entries = Array.from({ length: rowsPerPage }, (_, row) => {
    const order = orderOf(marginMode, first + row);
    return { id: order.id, row: order };
  });
  return {
    list: 'order-history' as const,
    marginMode,
    direct: 'prev' as const,
    from: first === 0 ? null : idOf(first - 1),
    symbol: null,
    entries,
    fetchedAt: Date.now(),
  };
}

const idOf = (place: number): string => `BG${(10 ** 12 - place * 7919).toString(36).toUpperCase()}`;

function orderOf(marginMode: MarginMode, place: number): Order {
  const id = idOf(place);
  const createdAt = 1_700_000_000_000 - place * 17_000;
  const symbol = symbols[(place * 31) % symbols.length] ?? '';
  const price = (1000 + (place % 9973) / 7).toFixed(4);
  const pnl = (((place * 37) % 20_011) / 100 - 100).toFixed(6);
  const status = place % 4 === 0 ? 'canceled' : 'filled';
  const raw = JSON.stringify({ order_id: id, ctime: createdAt / 1000, symbol, price, lever_rate: 10, profit: pnl });
  return {
    key: `${marginMode}:${id}`,
    id,
    marginMode,
    createdAt,
    symbol,
    type: 'buy-limit',
    side: 'buy',
    kind: 'limit',
    price,
    leverage: '10',
    quantity: '12',
    raw,
    status,
    action: 'open',
    filledQuantity: '12',
    averagePrice: price,
    pnl,
  };
}
