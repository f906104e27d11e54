import path from 'node:path';
import { demoArchiveName } from '../../src/core/accounts/archive-name.ts';
import { HistoryStore } from '../../src/history/store/history-store.ts';
import { type MarginMode, marginModes, type Order } from '../../src/shared/domain.ts';
import { blankRow } from '../../src/shared/testing/blank-row.ts';

const rowsPerPage = 100;
const pagesAtOnce = 100;
const symbols = Array.from({ length: 200 }, (_, place) => `COIN${place}-USDT`);

/**
 * Creates the history database that a program with this data folder has of the demo account at the address, with `count`
 * orders.
 */
export function fillArchive(folder: string, exchange: string, count: number): void {
  const name = `${demoArchiveName(exchange)}.sqlite`;
  const { store } = HistoryStore.open({ path: path.join(folder, 'archives', name), now: Date.now });
  for (let done = 0; done < count; done += rowsPerPage * pagesAtOnce) {
    store.savePages(Array.from({ length: pagesAtOnce }, (_, page) => pageOf(done / rowsPerPage + page)));
  }
  store.close();
}

/** Returns a page of a history whose pages alternate between the margin modes. */
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
    from: first === 0 ? null : idOf(marginMode, first - 1),
    symbol: null,
    entries,
    fetchedAt: Date.now(),
  };
}

const idOf = (marginMode: MarginMode, place: number): string =>
  `${marginMode.charAt(0)}${(10 ** 12 - place * 7919).toString(36).toUpperCase()}`;

function orderOf(marginMode: MarginMode, place: number): Order {
  const id = idOf(marginMode, place);
  const createdAt = 1_700_000_000_000 - place * 17_000;
  const symbol = symbols[(place * 31) % symbols.length] ?? '';
  const price = (1000 + (place % 9973) / 7).toFixed(4);
  const pnl = (((place * 37) % 20_011) / 100 - 100).toFixed(6);
  const status = place % 4 === 0 ? 'canceled' : 'filled';
  const raw = JSON.stringify({ order_id: id, ctime: createdAt / 1000, symbol, price, lever_rate: 10, profit: pnl });
  return {
    ...blankRow('order-history'),
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
