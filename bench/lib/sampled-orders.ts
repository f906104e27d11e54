import type { NumberedRow } from '../../src/history/orders/testing/numbered-rows.ts';
import type { TradeFilter } from '../../src/shared/contract/trades.ts';
import { blankRow } from '../../src/shared/testing/blank-row.ts';
import { randomNumbers } from '../../src/shared/testing/random-numbers.ts';
import { type MarginMode, orderStatuses } from '../../src/shared/values/domain.ts';

const newest = Date.UTC(2026, 10, 1);
const pairCount = 250;
const pageLength = 100;

/**
 * Returns a function that creates the order of a row number. Call it with the numbers from 1 on: they go from the newest order to the
 * oldest, with 100 orders of one margin mode after 100 of the other, as after a backfill. The orders have IDs of both known forms, 250
 * pairs of which few are traded often, and values with 2 to 8 decimal places. 2% of the PnL values have more digits than a float holds.
 */
export function sampleOrders(seed = 1): (number: number) => NumberedRow<'order-history'> {
  const random = randomNumbers(seed);
  const integer = (below: number) => Math.floor(random() * below);
  const symbols = Array.from(
    { length: pairCount },
    (_, pair) => `${pairName(pair)}-${pair % 25 === 24 ? 'USDC' : 'USDT'}`,
  );
  const places = symbols.map((_, pair) => 2 + (pair % 7));
  const basePrices = symbols.map(() => 10 ** (1 + random() * 4));
  const times: Record<MarginMode, number> = { isolated: newest, cross: newest };
  return (number) => {
    const marginMode = Math.floor((number - 1) / pageLength) % 2 === 0 ? 'isolated' : 'cross';
    times[marginMode] -= 1000 * integer(600);
    const pair = Math.floor(pairCount * random() ** 3);
    const side = random() < 0.5 ? 'buy' : 'sell';
    const kind = ['limit', 'market', 'limit', 'ioc'][integer(4)] ?? 'limit';
    const status = random() < 0.7 ? 'filled' : (orderStatuses[integer(orderStatuses.length)] ?? 'filled');
    const isFilled = status === 'filled' || status === 'partially-canceled';
    const action = random() < 0.5 ? 'open' : 'close';
    const price = ((basePrices[pair] ?? 1) * (0.8 + 0.4 * random())).toFixed(places[pair]);
    const quantity = String(1 + integer(random() < 0.9 ? 200 : 100_000));
    const moreDigits = random() < 0.02 ? String(integer(1e15)).padStart(15, '0') : '';
    const id = integer(3) === 0 ? String(9e9 - number * 3) : `BG${5000181583375122 - number}${integer(1e6)}SZXEIX`;
    return {
      ...blankRow('order-history'),
      number,
      tie: -number,
      key: `${marginMode}:${id}`,
      id,
      marginMode,
      createdAt: times[marginMode],
      symbol: symbols[pair] ?? '',
      type: `${side}-${kind}`,
      side,
      kind,
      price,
      leverage: String([5, 10, 20, 50, 100, 125][integer(6)]),
      quantity,
      status,
      action,
      filledQuantity: isFilled ? quantity : '0',
      averagePrice: isFilled ? price : null,
      pnl: isFilled && action === 'close' ? `${((random() - 0.48) * 500).toFixed(4 + integer(5))}${moreDigits}` : '0',
    };
  };
}

/**
 * The same orders, but those of one pair, margin mode and position side form trades of four orders: two open 10 and 30, and two close 15 and 25.
 */
export function sampleTradeOrders(seed = 1): (number: number) => NumberedRow<'order-history'> {
  const sample = sampleOrders(seed);
  const counts = new Map<string, number>();
  // From the newest order to the oldest.
  const quantities = ['25', '15', '30', '10'];
  return (number) => {
    const order = sample(number);
    const isLong = number % 2 === 0;
    const leg = `${order.symbol} ${order.marginMode} ${isLong}`;
    const step = (counts.get(leg) ?? 0) % quantities.length;
    counts.set(leg, step + 1);
    const action = step < 2 ? 'close' : 'open';
    const filledQuantity = quantities[step] ?? '0';
    const pnl = action === 'close' ? (((number * 37) % 20_011) / 100 - 100).toFixed(4) : '0';
    const side = isLong === (action === 'open') ? 'buy' : 'sell';
    return { ...order, side, action, filledQuantity, averagePrice: order.price, pnl };
  };
}

/** Returns an order with its received text. */
export function withRaw<Row extends NumberedRow<'order-history'>>(order: Row): Row & { raw: string } {
  const { id, createdAt, symbol, price, leverage, pnl } = order;
  const fields = { order_id: id, ctime: createdAt / 1000, symbol, price, lever_rate: leverage, profit: pnl };
  return { ...order, raw: JSON.stringify(fields) };
}

/** Filters of the trades of `sampleTradeOrders`, from a few of them to most. */
export const sampleTradeFilters: readonly TradeFilter[] = [
  { symbols: ['AAA-USDT', 'BAH-USDT'] },
  { sides: ['short'] },
  { states: ['closed'], pnlSigns: ['loss'] },
  { pnl: { from: '-10', to: '10.5' } },
  { leverage: { from: '10', to: '50' } },
  { largestSize: { from: '100' } },
  { duration: { from: 60_000, to: 3_600_000 } },
  { opened: { preset: 'this-year' } },
  { closed: { preset: 'last-month' } },
  { weekdays: [6, 7], hours: [8, 9] },
  { incomplete: 'none' },
  { text: 'bah' },
  { text: '4711' },
];

function pairName(pair: number): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
  return `${letters[pair % 26]}${letters[Math.floor(pair / 26) % 26]}${letters[(pair * 7) % 26]}`;
}
