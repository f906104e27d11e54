import type { Instrument } from '../market/instruments.ts';
import { hash32 } from '../numbers/random.ts';
import { type AccountOrder, describeOrder } from './account-order.ts';
import { createHabits, createTimeline, EIGHTEEN_MONTHS, NEWEST_AGE, stretchLengthOf } from './habits.ts';
import { createOrderIdentifiers } from './order-identifiers.ts';
import { type PageRequest, pageOf } from './paging.ts';
import type { Position } from './positions.ts';
import { Trader } from './trader.ts';
import type { MarginMode, OrderRow } from './wire-rows.ts';

/** Orders before the history, which begin some of its positions, as a share of it. */
const EARLIER = 1 / 20;
const MOST_EARLIER = 30;

export interface OrderLedgerOptions {
  readonly seed: number;
  readonly historyLength: number;
  /** Unix seconds of the start. */
  readonly anchorSeconds: number;
  readonly instruments: readonly Instrument[];
  /** See `TraderOptions`. */
  readonly mostTrades?: number | undefined;
  /** Orders that the account places per minute after the start. */
  readonly ordersPerMinute: number;
}

export interface Arrival {
  readonly instrument: number;
  readonly marginMode: MarginMode;
  /** Unix seconds. */
  readonly created: number;
  /** Seconds of market time after the anchor. */
  readonly marketSeconds: number;
  /** Fixed fields of the row. The others are those of an order at the market that opens a position. */
  readonly fields?: Partial<OrderRow>;
}

interface Entry {
  readonly order: AccountOrder;
  /** Creation in seconds after the anchor by the server's clock, for `ctime`. Market time may run faster than the clock. */
  readonly created: number;
  /** Fixed fields of an order that was added from outside. */
  readonly fields?: Partial<OrderRow>;
}

/**
 * All orders of the account. Its history comes in stretches, of which each but the last ends with nothing held. The last one is made at the start,
 * because the open plan orders refer to its positions, each other one when an order of it is first read.
 */
export class OrderLedger {
  readonly #options: OrderLedgerOptions;
  readonly #identifiers;
  readonly #habits;
  readonly #entries: Entry[];
  readonly #trader: Trader;

  constructor(options: OrderLedgerOptions) {
    const { seed, historyLength } = options;
    this.#options = options;
    this.#identifiers = createOrderIdentifiers('order', seed);
    this.#habits = createHabits(hash32(seed, 41), historyLength);
    this.#entries = new Array<Entry>(historyLength);
    const last = Math.max(0, Math.ceil(historyLength / stretchLengthOf(historyLength)) - 1);
    this.#trader = this.#trade(last, Number.POSITIVE_INFINITY);
    this.#trader.settle(0);
  }

  sequenceOf(identifier: string): number | undefined {
    const sequence = this.#identifiers.sequenceOf(identifier);
    return sequence !== undefined && sequence < this.#entries.length ? sequence : undefined;
  }

  /** Returns a page of rows with their state at a moment of market time, in seconds after the anchor. */
  page(
    query: PageRequest & { readonly marginMode: MarginMode; readonly instrument: number | undefined },
    marketSecondsNow: number,
  ): OrderRow[] {
    this.#trader.settle(marketSecondsNow);
    const belongs = (sequence: number): boolean => {
      const { marginMode, instrument } = this.#at(sequence).order;
      return marginMode === query.marginMode && (query.instrument ?? instrument.position) === instrument.position;
    };
    return pageOf(this.#entries.length, query, belongs).map((sequence) => this.#row(sequence, marketSecondsNow));
  }

  /** Adds the newest order. Returns its identifier. */
  append({ instrument, marginMode, created, marketSeconds, fields = {} }: Arrival): string {
    const sequence = this.#entries.length;
    const { seed, instruments } = this.#options;
    const habits = { instrumentOf: () => instrument, marginModeOf: () => marginMode };
    const trader = new Trader({ seed: hash32(seed, 31, sequence), instruments, habits, paceAt: () => 1 });
    const order = trader.openAtOnce(marketSeconds);
    this.#add({ order, created, fields });
    return this.#identifiers.identifierOf(sequence);
  }

  /** Adds an order with the account's habits. */
  appendUsual(created: number, marketSeconds: number): void {
    this.#add({
      order: this.#trader.place(this.#entries.length, marketSeconds, Number.POSITIVE_INFINITY),
      created,
    });
  }

  /** Returns positions of the newest stretch of the history, open and closed ones. */
  positionsAtStart(): Position[] {
    return this.#trader.positions();
  }

  #add({ created, ...entry }: Entry): void {
    const newest = this.#entries.length === 0 ? Number.NEGATIVE_INFINITY : this.#at(this.#entries.length - 1).created;
    this.#entries.push({ ...entry, created: Math.max(newest, created - this.#options.anchorSeconds) });
  }

  /** Makes the orders of a stretch. Nothing is held after `count` of them. */
  #trade(stretch: number, count: number): Trader {
    const { seed, historyLength, instruments, mostTrades, ordersPerMinute } = this.#options;
    const length = stretchLengthOf(historyLength);
    const first = stretch * length;
    const end = Math.min(historyLength, first + length);
    const pace = EIGHTEEN_MONTHS / historyLength;
    const timeline = createTimeline(hash32(seed, 42, stretch), end - first, pace * (end - first));
    const ended = (historyLength - end) * pace + NEWEST_AGE;
    const paceAt = (at: number): number => (at < 0 ? pace : 60 / Math.max(0.1, ordersPerMinute));
    const trader = new Trader({
      seed: hash32(seed, 43, stretch),
      instruments,
      habits: this.#habits,
      mostTrades,
      paceAt,
    });
    const earlier = stretch === 0 ? Math.min(MOST_EARLIER, Math.floor(historyLength * EARLIER)) : 0;
    for (let sequence = first - earlier; sequence < end; sequence++) {
      const created = Math.max(-EIGHTEEN_MONTHS, (timeline[Math.max(0, sequence - first)] ?? 0) - ended);
      const order = trader.place(Math.max(0, sequence), created, first + count - sequence);
      if (sequence >= first) this.#entries[sequence] = { order, created };
    }
    return trader;
  }

  #row(sequence: number, marketSecondsNow: number): OrderRow {
    const { order, created, fields } = this.#at(sequence);
    return {
      order_id: this.#identifiers.identifierOf(sequence),
      ctime: this.#options.anchorSeconds + created,
      symbol: order.instrument.symbol,
      ...describeOrder(order, marketSecondsNow),
      ...fields,
    };
  }

  #at(sequence: number): Entry {
    const { historyLength } = this.#options;
    const length = stretchLengthOf(historyLength);
    if (sequence < historyLength && this.#entries[sequence] === undefined) {
      this.#trade(Math.floor(sequence / length), length);
    }
    const entry = this.#entries[sequence];
    if (entry === undefined) throw new RangeError(`no order ${sequence}`);
    return entry;
  }
}
