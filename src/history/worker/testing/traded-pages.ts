import type { Order } from '../../../shared/contract/orders.ts';
import type { FetchedPage } from '../../rows.ts';
import { firstTime, orderEntry, orderPage } from '../../store/testing/entries.ts';

/** Orders of the first page: more than enough for trades that are stored in several parts. */
const firstOrders = 2400;
/** New orders of every other page. */
const newOrders = 40;
const symbols = ['BTC-USDT', 'ETH-USDT', 'SOL-USDC'];

/**
 * Pages of orders that open and close positions, the same every time. Each begins with an order of the page before, of which more is filled
 * by now, so that the trades of its symbol change.
 */
export function tradedPages(count: number): FetchedPage<'order-history'>[] {
  let made = 0;
  return Array.from({ length: count }, (_, page) => {
    const entries = Array.from({ length: page === 0 ? firstOrders : newOrders }, () => tradedOrder(made++, '2'));
    const known = page === 0 ? [] : [tradedOrder(made - newOrders - 3, '3')];
    return orderPage(null, [...known, ...entries].reverse(), { fetchedAt: firstTime + page });
  });
}

function tradedOrder(number: number, filledQuantity: string): { id: string; row: Order } {
  const closes = Math.floor(number / symbols.length) % 2 === 1;
  const symbol = symbols[number % symbols.length] ?? '';
  const { row } = orderEntry(`T${number}`, { createdAt: firstTime + number * 1000, symbol });
  const traded: Order = {
    ...row,
    side: closes ? 'sell' : 'buy',
    action: closes ? 'close' : 'open',
    filledQuantity,
    averagePrice: String(100 + (number % 13)),
    pnl: closes ? `${(number % 5) - 2}.5` : '0',
    raw: JSON.stringify({ number, filledQuantity }),
  };
  return { id: row.id, row: traded };
}
