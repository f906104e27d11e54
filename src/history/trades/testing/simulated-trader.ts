import type { CostMethod } from '../../../shared/orders/trades.ts';
import { blankRow } from '../../../shared/testing/blank-row.ts';
import { randomNumbers } from '../../../shared/testing/random-numbers.ts';
import type { NumberedRow } from '../../orders/testing/numbered-rows.ts';

type Order = NumberedRow<'order-history'>;

/** An order of the simulated trader, with what the service does not send. */
export interface SimulatedOrder {
  readonly order: Order;
  readonly executedAt: number;
  /** Number of the trade that it belongs to. */
  readonly trade: number;
}

interface SimulatedAccount {
  readonly symbols: number;
  readonly days: number;
  readonly pnlPlaces: number;
  /** How the exchange calculates the PnL. By default from the average cost. */
  readonly method?: CostMethod;
}

interface Waiting {
  readonly createdAt: number;
  readonly price: number;
  readonly quantity: number;
  readonly opens: boolean;
  readonly cancelAt: number;
}

const start = Date.UTC(2025, 0, 6);
const minute = 60_000;
/** Time between two prices of the simulated market. */
const step = 5 * minute;
const tick = 0.1;
const contract = 0.01;

/**
 * Simulates a trader of some symbols with a price that moves at random: entries at the market and limit entries that wait, take profits that are
 * placed with the entry, in one part or two, scaling in before and after they are executed, and orders that are canceled. The exchange
 * rounds the PnL to `pnlPlaces`.
 */
export function simulateTrader(
  seed: number,
  { symbols, days, pnlPlaces, method = 'average' }: SimulatedAccount,
): SimulatedOrder[] {
  const found: SimulatedOrder[] = [];
  let trades = 0;
  for (let symbol = 0; symbol < symbols; symbol++) {
    const random = randomNumbers(seed * 1000 + symbol);
    const between = (from: number, to: number) => from + random() * (to - from);
    const isLong = symbol % 2 === 0;
    const direction = isLong ? 1 : -1;
    let price = between(100, 2000);
    const unit = price * 0.004;
    let [size, entry] = [0, 0];
    /** Entries that are still held, the oldest first. */
    let entries: { price: number; quantity: number }[] = [];
    let orders: Waiting[] = [];
    trades++;

    const rounded = (value: number) => Math.max(tick, Math.round(value / tick) * tick);
    const execute = (order: Waiting, at: number, isMarket: boolean) => {
      const exit = rounded(isMarket ? price : order.price);
      const cost = method === 'fifo' ? oldestCost(entries, order.quantity) : entry * order.quantity;
      const pnl = order.opens ? 0 : direction * (exit * order.quantity - cost) * contract;
      const buys = isLong === order.opens;
      const id = String(found.length + 1);
      found.push({
        executedAt: at,
        trade: trades,
        order: {
          ...blankRow('order-history'),
          id,
          key: `cross:${id}`,
          marginMode: 'cross',
          symbol: `S${symbol}-USDT`,
          createdAt: order.createdAt,
          tie: 0,
          number: 0,
          side: buys ? 'buy' : 'sell',
          action: order.opens ? 'open' : 'close',
          kind: isMarket ? 'market' : 'limit',
          status: 'filled',
          quantity: String(order.quantity),
          filledQuantity: String(order.quantity),
          averagePrice: exit.toFixed(1),
          pnl: pnl.toFixed(pnlPlaces),
        },
      });
      if (order.opens) {
        entry = (entry * size + exit * order.quantity) / (size + order.quantity);
        size += order.quantity;
        entries.push({ price: exit, quantity: order.quantity });
      } else {
        size -= order.quantity;
        entries = withoutOldest(entries, order.quantity);
        if (size === 0) trades++;
      }
    };
    const reserved = () => orders.reduce((sum, order) => sum + (order.opens ? 0 : order.quantity), 0);
    const market = (opens: boolean, quantity: number, at: number) =>
      execute({ createdAt: at, price, quantity, opens, cancelAt: Number.POSITIVE_INFINITY }, at, true);
    const limit = (opens: boolean, quantity: number, distance: number, at: number, waitsFor: number) =>
      orders.push({
        createdAt: at,
        price: rounded(price + (opens ? -direction : direction) * distance),
        quantity,
        opens,
        cancelAt: at + waitsFor,
      });
    const takeProfits = (quantity: number, at: number) => {
      if (quantity >= 2 && random() < 0.4) {
        const part = Math.floor(quantity / 2);
        limit(false, part, unit * between(1, 4), at, Number.POSITIVE_INFINITY);
        limit(false, quantity - part, unit * between(3, 8), at, Number.POSITIVE_INFINITY);
      } else limit(false, quantity, unit * between(1, 6), at, Number.POSITIVE_INFINITY);
    };

    for (let at = start; at < start + days * 1440 * minute; at += step) {
      price = Math.max(10, price * (1 + 0.004 * (random() + random() + random() - 1.5)));
      const now = at + Math.floor(random() * (step - 30_000));
      // Orders that the price has reached: those that open first, and of these the nearest.
      for (const order of [...orders].sort(
        (a, b) => Number(b.opens) - Number(a.opens) || direction * (b.price - a.price),
      )) {
        const reached = order.opens === isLong ? price <= order.price : price >= order.price;
        if (reached && order.createdAt < at && (order.opens || order.quantity <= size)) {
          orders = orders.filter((one) => one !== order);
          execute(order, now, false);
        }
      }
      orders = orders.filter((order) => order.cancelAt > now);
      // A take profit of a position that is closed is canceled, unless it waits for an entry.
      if (size === 0 && !orders.some((order) => order.opens)) orders = [];
      const later = now + 1000;
      if (size === 0 && orders.length === 0) {
        if (random() > 0.12) continue;
        const quantity = 2 + Math.floor(random() * 18);
        const isLimit = random() < 0.35;
        if (isLimit) limit(true, quantity, unit * between(0.2, 2), later, between(1, 48) * 60 * minute);
        else market(true, quantity, later);
        if (random() < 0.45) takeProfits(quantity, later + 1000 * Math.floor(random() * 2));
        if (isLimit && random() < 0.2) limit(true, quantity, unit * between(2, 5), later + 2000, 30 * 60 * minute);
        continue;
      }
      if (size === 0) continue;
      const draw = random();
      if (draw < 0.012) {
        const quantity = 1 + Math.floor(random() * 10);
        if (random() < 0.5) limit(true, quantity, unit * between(0.3, 4), later, between(1, 30) * 60 * minute);
        else market(true, quantity, later);
        if (random() < 0.5 && size > reserved()) takeProfits(size - reserved(), later + 1000);
      } else if (draw < 0.022) {
        // Closes a part, and places the take profits anew.
        orders = orders.filter((order) => order.opens);
        market(false, Math.max(1, Math.floor(size * between(0.2, 1))), later);
        if (size > 0) takeProfits(size, later + 1000);
      } else if (draw < 0.034) {
        // Closes all. Entries that wait stay sometimes.
        orders = random() < 0.4 ? orders.filter((order) => order.opens) : [];
        market(false, size, later);
      } else if (draw < 0.04 && reserved() === 0) takeProfits(size, later);
    }
  }
  const byCreation = found.toSorted(
    (a, b) => a.order.createdAt - b.order.createdAt || Number(a.order.id) - Number(b.order.id),
  );
  return byCreation.map((one, place) => ({ ...one, order: { ...one.order, number: place + 1, tie: place } }));
}

/** What the oldest entries of a quantity have cost. */
function oldestCost(entries: readonly { price: number; quantity: number }[], quantity: number): number {
  let [cost, rest] = [0, quantity];
  for (const entry of entries) {
    const part = Math.min(rest, entry.quantity);
    cost += entry.price * part;
    rest -= part;
  }
  return cost;
}

function withoutOldest(entries: readonly { price: number; quantity: number }[], quantity: number) {
  let rest = quantity;
  return entries.flatMap(({ price, quantity: held }) => {
    const part = Math.min(rest, held);
    rest -= part;
    return held > part ? [{ price, quantity: held - part }] : [];
  });
}

/** When a program that is on for some hours of a day, and reads every minute, saw an order waiting for the last time, and executed for the first. */
export function observedInterval({ order, executedAt }: SimulatedOrder, hours: number): { from: number; to: number } {
  const isOn = (at: number) => (Math.floor(at / 3_600_000) + 24 - 7) % 24 < hours;
  let from = Math.floor(executedAt / minute) * minute;
  while (from > order.createdAt && !isOn(from)) from -= minute;
  let to = Math.ceil(executedAt / minute) * minute;
  while (!isOn(to)) to += minute;
  return { from: Math.max(from, order.createdAt), to };
}
