import type { Instrument } from '../market/instruments.ts';
import { BEAT_MS } from '../market/market-clock.ts';
import { RandomStream } from '../numbers/random.ts';
import { type AccountOrder, costOf } from './account-order.ts';
import { drawLeverage, drawQuantity, type Habits } from './habits.ts';
import type { Position } from './positions.ts';
import type { MarginMode } from './wire-rows.ts';

const DAY = 24 * 60 * 60;
/** Longest time in seconds that an order waits. */
const LONGEST_WAIT = 5 * DAY;
/** Age at which the account closes what it holds, in seconds and in its usual times between two orders: the longer of both. */
const OLDEST_TRADE = 12 * DAY;
const OLDEST_PACES = 60;
/** One of so many orders after the start is executed in two parts, unless it waits from the beginning, so that both parts are soon seen. */
const IN_PARTS = 3;

/** What the account holds of a future in one margin mode, with its orders that wait. */
interface Trade {
  readonly instrument: Instrument;
  readonly marginMode: MarginMode;
  readonly isLong: boolean;
  readonly leverage: number;
  /** Market time of its first order in seconds after the anchor. */
  readonly begun: number;
  /** Steps of the instrument's precision. */
  size: number;
  /** Sum of size times average price, in units of two decimals more than the instrument's prices. */
  cost: bigint;
  waiting: AccountOrder[];
  /** True if an order was executed. */
  hasTraded: boolean;
  /** True if an order was executed after its creation. */
  hasWaited: boolean;
}

interface Waiting {
  /** Default: it can be executed at any time. */
  readonly notBefore?: number;
  /** Default: drawn. */
  readonly size?: number;
  /** False for an order that is canceled. Default: the price decides. */
  readonly isReached?: boolean;
}

interface TraderOptions {
  readonly seed: number;
  readonly instruments: readonly Instrument[];
  readonly habits: Habits;
  /** Trades that the account has at most at once in a margin mode. Default 8. */
  readonly mostTrades?: number | undefined;
  /** Returns the usual time between two orders in seconds. */
  readonly paceAt: (marketSeconds: number) => number;
}

/**
 * Trades as many do: entries at the market, and limit entries that wait; take profits that are placed with the entry or later and executed after
 * hours or days; adding to a position before and after them; closing it in parts or at once, which cancels what still waits. An order
 * that waits has the price of the moment at which it will be executed.
 */
export class Trader {
  readonly #options: TraderOptions;
  readonly #random: RandomStream;
  readonly #trades: Trade[] = [];
  readonly #closed: Position[] = [];
  /** The trade whose take profit comes next. */
  #planned: Trade | undefined;
  /** Orders that were placed after the start. */
  #live = 0;

  constructor(options: TraderOptions) {
    this.#options = options;
    this.#random = new RandomStream(options.seed);
  }

  /**
   * Places an order at a moment of market time, in seconds after the anchor, not before the last one. `left`: the number of orders after which
   * nothing may be held, this one included.
   */
  place(sequence: number, at: number, left: number): AccountOrder {
    this.settle(at);
    if (at > 0) this.#live++;
    const oldest = this.#trades[0];
    const longest = Math.max(OLDEST_TRADE, this.#options.paceAt(at) * OLDEST_PACES);
    if (oldest !== undefined && (left <= this.#trades.length + 1 || at - oldest.begun > longest)) {
      if (oldest.size > 0) return this.#close(oldest, oldest.size, at, true);
      this.#end(oldest, at);
      return this.place(sequence, at, left);
    }
    if (left <= 1) return this.#wait(this.#begin(sequence, at), true, at, { isReached: false });
    const planned = this.#planned;
    this.#planned = undefined;
    if (planned !== undefined && this.#trades.includes(planned)) return this.#takeProfit(planned, at);
    const mode = this.#options.habits.marginModeOf(sequence);
    const own = this.#trades.filter(({ marginMode }) => marginMode === mode);
    const { mostTrades = 8 } = this.#options;
    const isNew = own.length === 0 || (own.length < mostTrades && this.#random.chance(0.4));
    const trade = isNew ? undefined : own[this.#random.integer(Math.max(0, own.length - 4), own.length - 1)];
    return trade === undefined ? this.#open(this.#begin(sequence, at), at) : this.#continue(trade, at);
  }

  /** Returns an order that opens a position at once. */
  openAtOnce(at: number): AccountOrder {
    return this.#trade(this.#begin(0, at), true, at);
  }

  /** Executes what was waiting and whose time has come. */
  settle(now: number): void {
    // An end takes its trade from the list.
    for (let index = this.#trades.length - 1; index >= 0; index--) {
      const trade = this.#trades[index];
      for (let order = trade && nextOf(trade, now); trade && order; order = nextOf(trade, now)) {
        trade.waiting.splice(trade.waiting.indexOf(order), 1);
        if (order.end === 'filled') {
          trade.hasWaited = true;
          this.#execute(trade, order, restOf(order));
        }
        if (trade.size === 0 && !trade.waiting.some(({ opens }) => opens)) this.#end(trade, order.to);
      }
    }
  }

  /** Returns what is held, and what was held and closed. */
  positions(): Position[] {
    return [...this.#closed, ...this.#trades.filter(({ size }) => size > 0).map((trade) => positionOf(trade, null))];
  }

  #hasTrade(instrument: number, marginMode: MarginMode): boolean {
    return this.#trades.some((trade) => trade.instrument.position === instrument && trade.marginMode === marginMode);
  }

  #begin(sequence: number, at: number): Trade {
    const { habits, instruments } = this.#options;
    const marginMode = habits.marginModeOf(sequence);
    let position = habits.instrumentOf(sequence);
    for (let again = 1; this.#hasTrade(position, marginMode); again++)
      position = habits.instrumentOf(sequence + 97 * again);
    const instrument = instruments[position];
    if (instrument === undefined) throw new RangeError(`no instrument ${position}`);
    const isLong = this.#random.chance(0.6);
    const leverage = drawLeverage(this.#random);
    const trade: Trade = {
      instrument,
      marginMode,
      isLong,
      leverage,
      begun: at,
      size: 0,
      cost: 0n,
      waiting: [],
      hasTraded: false,
      hasWaited: false,
    };
    this.#trades.push(trade);
    return trade;
  }

  #open(trade: Trade, at: number): AccountOrder {
    const order = this.#random.chance(0.3) ? this.#wait(trade, true, at) : this.#trade(trade, true, at);
    if (this.#random.chance(0.4)) this.#planned = trade;
    return order;
  }

  #continue(trade: Trade, at: number): AccountOrder {
    const share = this.#random.next();
    if (trade.size === 0) return share < 0.5 ? this.#wait(trade, true, at) : this.#trade(trade, true, at);
    if (share < 0.3) return this.#open(trade, at);
    if (share < 0.66) return this.#takeProfit(trade, at);
    const half = Math.floor(trade.size / 2);
    return this.#close(trade, share < 0.8 && half > 0 ? half : trade.size, at, false);
  }

  /** Waits to close what no other order closes. */
  #takeProfit(trade: Trade, at: number): AccountOrder {
    const entries = trade.waiting.filter(({ opens, end }) => opens && end === 'filled');
    const closing = trade.waiting.filter(({ opens }) => !opens).reduce((sum, order) => sum + restOf(order), 0);
    const free = trade.size + entries.reduce((sum, order) => sum + restOf(order), 0) - closing;
    if (free <= 0) return trade.size > 0 ? this.#close(trade, trade.size, at, false) : this.#trade(trade, true, at);
    const amount = free >= 4 && this.#random.chance(0.4) ? Math.floor(free / 2) : free;
    const notBefore = entries.reduce((latest, { to }) => Math.max(latest, to), at);
    return this.#wait(trade, false, at, { notBefore, size: amount });
  }

  /** Closes at the market. Take profits that wait are canceled. */
  #close(trade: Trade, amount: number, at: number, inFull: boolean): AccountOrder {
    for (const order of trade.waiting) if (!order.opens || inFull) cancel(order, at);
    trade.waiting = trade.waiting.filter(({ opens }) => opens && !inFull);
    const order = this.#trade(trade, false, at, amount, inFull);
    if (trade.size === 0 && trade.waiting.length === 0) this.#end(trade, at);
    return order;
  }

  #end(trade: Trade, at: number): void {
    for (const order of trade.waiting.splice(0)) cancel(order, at);
    this.#trades.splice(this.#trades.indexOf(trade), 1);
    if (trade.hasTraded) this.#closed.push(positionOf(trade, at));
  }

  /** Places an order that is executed at once, mostly in full. */
  #trade(trade: Trade, opens: boolean, at: number, size?: number, inFull = false): AccountOrder {
    const random = this.#random;
    const { instrument, isLong } = trade;
    const inParts = !inFull && this.#live % IN_PARTS === 1;
    const usualKind = random.pick(['market', 'market', 'market', 'limit', 'limit', 'ioc']);
    const kind = inParts ? 'limit' : usualKind;
    const buys = isLong === opens;
    const ticks = instrument.path.ticksAt(beatAt(at));
    const worse = Math.round(ticks * random.exponential(0.0005));
    // An average of several fills is finer than a tick.
    const finer = random.chance(0.3) ? 2 : 0;
    const improvement = finer === 0 ? 0 : random.integer(0, 10 ** finer);
    const amount = size ?? this.#quantity(instrument, ticks);
    const isPart = !inFull && amount >= 4 && (inParts || random.chance(0.12));
    const waits = isPart && kind === 'limit';
    const isFilled = !isPart || (waits && (inParts || random.chance(0.6)));
    const order = {
      ...this.#orderOf(trade, opens, amount, kind),
      priceTicks: kind === 'market' ? 0 : Math.max(1, buys ? ticks + worse : ticks - worse),
      average: Math.max(1, ticks * 10 ** finer + (buys ? -improvement : improvement)),
      averageDecimals: instrument.priceDecimals + finer,
      from: at,
      // The rest of a limit order waits for a while.
      to: waits ? at + Math.ceil(random.exponential(this.#options.paceAt(at) * 2)) : at,
      end: isFilled ? 'filled' : 'partially-canceled',
      part: isPart ? Math.floor(amount * 0.6) : amount,
    } satisfies AccountOrder;
    this.#execute(trade, order, order.part);
    if (waits) trade.waiting.push(order);
    return order;
  }

  /** Places a limit order that waits until the price reaches it, not before a time, or until it is canceled. */
  #wait(
    trade: Trade,
    opens: boolean,
    at: number,
    { notBefore = at, size, isReached = true }: Waiting = {},
  ): AccountOrder {
    const random = this.#random;
    const { instrument, isLong } = trade;
    const buys = isLong === opens;
    const ticks = instrument.path.ticksAt(beatAt(at));
    const usual = Math.min(LONGEST_WAIT, this.#options.paceAt(at) * (opens ? 8 : 40));
    const amount = size ?? this.#quantity(instrument, ticks);
    const base = this.#orderOf(trade, opens, amount, random.chance(0.15) ? 'post_only' : 'limit');
    const waits = (): number => Math.ceil(Math.min(LONGEST_WAIT, 2 + random.exponential(usual)));
    let reached: { to: number; priceTicks: number } | undefined;
    for (let attempt = 0; isReached && attempt < 3 && reached === undefined; attempt++) {
      const to = Math.min(at + LONGEST_WAIT, notBefore + waits());
      const priceTicks = instrument.path.ticksAt(beatAt(to));
      if (to > notBefore && (buys ? priceTicks < ticks : priceTicks > ticks)) reached = { to, priceTicks };
    }
    const away = Math.ceil(ticks * random.between(0.002, 0.03));
    const order: AccountOrder = {
      ...base,
      ...(reached ?? { to: at + waits(), priceTicks: Math.max(1, buys ? ticks - away : ticks + away) }),
      average: reached?.priceTicks ?? 0,
      averageDecimals: instrument.priceDecimals,
      from: at,
      end: reached === undefined ? 'canceled' : 'filled',
      part: 0,
    };
    trade.waiting.push(order);
    return order;
  }

  #orderOf({ instrument, marginMode, isLong, leverage }: Trade, opens: boolean, amount: number, kind: string) {
    return { instrument, marginMode, buys: isLong === opens, opens, kind, leverage, amount, profit: 0n };
  }

  #quantity(instrument: Instrument, ticks: number): number {
    const { contractExponent, quantityDecimals, priceDecimals, minQuantity, maxQuantity } = instrument;
    const stepValue = ticks * 10 ** (contractExponent - quantityDecimals - priceDecimals);
    return drawQuantity(this.#random, stepValue, minQuantity, maxQuantity);
  }

  #execute(trade: Trade, order: AccountOrder, executed: number): void {
    trade.hasTraded = true;
    const value = costOf(executed, order);
    if (order.opens) {
      trade.size += executed;
      trade.cost += value;
      return;
    }
    const spent = (trade.cost * BigInt(executed)) / BigInt(trade.size);
    order.profit += trade.isLong ? value - spent : spent - value;
    trade.cost -= spent;
    trade.size -= executed;
  }
}

function cancel(order: AccountOrder, at: number): void {
  order.to = Math.min(order.to, at);
  order.end = order.part > 0 ? 'partially-canceled' : 'canceled';
}

/** Returns the order of a trade that ends next, not after a moment. */
function nextOf({ waiting }: Trade, now: number): AccountOrder | undefined {
  let next: AccountOrder | undefined;
  for (const order of waiting) if (order.to <= now && (next === undefined || order.to < next.to)) next = order;
  return next;
}

/** Returns what is executed at the end of an order that waits. */
function restOf({ amount, part }: AccountOrder): number {
  return amount - part;
}

function positionOf(trade: Trade, until: number | null): Position {
  const { instrument, marginMode, isLong, size, begun, hasWaited, waiting } = trade;
  const isCertain = !hasWaited && waiting.length === 0;
  return { instrument: instrument.position, marginMode, isLong, size, from: begun, until, isCertain };
}

function beatAt(marketSeconds: number): number {
  return Math.floor((marketSeconds * 1000) / BEAT_MS);
}
