import type { Instrument } from '../market/instruments.ts';
import { hash32 } from '../numbers/random.ts';
import { createHabits, createTimeline, SESSION_LENGTH } from './habits.ts';
import { describeOrder, executedAt, type OrderOccasion } from './order-description.ts';
import { createOrderIdentifiers } from './order-identifiers.ts';
import { type PageRequest, pageOf } from './paging.ts';
import { type Execution, type Position, positionsOf } from './positions.ts';
import { addedOrder, RoundTrips } from './round-trips.ts';
import { SequenceIndex } from './sequence-index.ts';
import type { MarginMode, OrderRow } from './wire-rows.ts';

/** Number of the latest sessions whose positions `positionsAtStart` returns. */
const RECENT_SESSIONS = 40;

export interface OrderLedgerOptions {
  readonly seed: number;
  readonly historyLength: number;
  /** Unix seconds of the start. */
  readonly anchorSeconds: number;
  readonly instruments: readonly Instrument[];
}

export interface Arrival {
  readonly instrument: number;
  readonly marginMode: MarginMode;
  /** Unix seconds. */
  readonly created: number;
  /** Seconds of market time after the anchor. */
  readonly marketSeconds: number;
  /** Fixed fields of the row. The others are derived from the seed. */
  readonly fields?: Partial<OrderRow>;
}

/**
 * All orders of the account. Stores their times, instruments and margin modes only; rows are derived when they are
 * read.
 */
export class OrderLedger {
  readonly #options: OrderLedgerOptions;
  readonly #index: SequenceIndex;
  readonly #identifiers;
  readonly #habits;
  readonly #roundTrips;
  /** Sequence numbers of the orders that were added from outside, with their fixed fields. */
  readonly #added = new Map<number, Partial<OrderRow>>();

  constructor(options: OrderLedgerOptions) {
    const { seed, historyLength } = options;
    this.#options = options;
    this.#identifiers = createOrderIdentifiers('order', seed);
    this.#habits = createHabits(hash32(seed, 41), historyLength);
    this.#roundTrips = new RoundTrips({
      seed,
      historyLength,
      habits: this.#habits,
      occasionOf: (sequence) => (this.#added.has(sequence) ? null : this.#occasionOf(sequence)),
    });
    this.#index = new SequenceIndex();
    for (const created of createTimeline(hash32(seed, 42), historyLength)) {
      const sequence = this.#index.length;
      this.#index.push({
        instrument: this.#habits.instrumentOf(sequence),
        marginMode: this.#habits.marginModeOf(sequence),
        created,
        marketSeconds: created,
      });
    }
  }

  sequenceOf(identifier: string): number | undefined {
    const sequence = this.#identifiers.sequenceOf(identifier);
    return sequence !== undefined && sequence < this.#index.length ? sequence : undefined;
  }

  /** Returns a page of rows with their state at a moment of market time, in seconds after the anchor. */
  page(
    query: PageRequest & { readonly marginMode: MarginMode; readonly instrument: number | undefined },
    marketSecondsNow: number,
  ): OrderRow[] {
    const sequences = pageOf(this.#index.list(query.marginMode, query.instrument), query);
    return sequences.map((sequence) => this.#row(sequence, marketSecondsNow));
  }

  /** Adds the newest order. Returns its identifier. */
  append({ fields, ...arrival }: Arrival): string {
    const sequence = this.#push(arrival);
    this.#added.set(sequence, fields ?? {});
    return this.#identifiers.identifierOf(sequence);
  }

  /** Adds an order with the account's habits. */
  appendUsual(created: number, marketSeconds: number): void {
    const sequence = this.#index.length;
    this.#push({
      instrument: this.#habits.instrumentOf(sequence),
      marginMode: this.#habits.marginModeOf(sequence),
      created,
      marketSeconds,
    });
  }

  /** Returns the positions of the newest orders of the history, open and closed ones. */
  positionsAtStart(): Position[] {
    return positionsOf(this.#recentExecutions());
  }

  *#recentExecutions(): Generator<Execution> {
    const { historyLength } = this.#options;
    const sessions = Math.ceil(historyLength / SESSION_LENGTH);
    for (
      let sequence = Math.max(0, sessions - RECENT_SESSIONS) * SESSION_LENGTH;
      sequence < historyLength;
      sequence++
    ) {
      const { instrument, marginMode, created } = this.#index.at(sequence);
      const { draft, role } = this.#roundTrips.orderAt(sequence) ?? addedOrder(this.#occasionOf(sequence));
      const { buys, opens } = role;
      yield { instrument, marginMode, created, buys, opens, executed: executedAt(draft, role, 0) };
    }
  }

  #push({ created, ...entry }: Omit<Arrival, 'fields'>): number {
    const newest = this.#index.length === 0 ? Number.NEGATIVE_INFINITY : this.#index.at(this.#index.length - 1).created;
    return this.#index.push({ ...entry, created: Math.max(newest, created - this.#options.anchorSeconds) });
  }

  #row(sequence: number, marketSecondsNow: number): OrderRow {
    const occasion = this.#occasionOf(sequence);
    const { instrument } = occasion;
    const { draft, role } = this.#roundTrips.orderAt(sequence) ?? addedOrder(occasion);
    return {
      order_id: this.#identifiers.identifierOf(sequence),
      ctime: this.#options.anchorSeconds + this.#index.at(sequence).created,
      symbol: instrument.symbol,
      ...describeOrder(instrument, draft, role, marketSecondsNow),
      ...this.#added.get(sequence),
    };
  }

  #occasionOf(sequence: number): OrderOccasion {
    const { seed, historyLength, instruments } = this.#options;
    const { instrument: position, marketSeconds } = this.#index.at(sequence);
    const instrument = instruments[position];
    if (instrument === undefined) throw new RangeError(`no instrument ${position}`);
    const newestCount = Math.min(40, Math.ceil(historyLength / 25));
    const amongNewest = sequence < historyLength && sequence >= historyLength - newestCount;
    return { seed, sequence, instrument, marketSeconds, amongNewest };
  }
}
