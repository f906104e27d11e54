import type { Instrument } from '../market/instruments.ts';
import { plainText } from '../numbers/decimal-text.ts';
import { fraction, hash32 } from '../numbers/random.ts';
import { type Habits, SESSION_LENGTH } from './habits.ts';
import { draftOrder, endOf, type OrderDraft, type OrderOccasion, type OrderRole } from './order-description.ts';

const CACHED_SESSIONS = 64;
/** Newest sessions of the history of which some positions are still open at the start. */
const OPEN_TAIL = 7;

export interface RoundTripsOptions {
  readonly seed: number;
  readonly historyLength: number;
  readonly habits: Habits;
  /** Returns an order of the account's habits, `null` for an order that was added from outside. */
  readonly occasionOf: (sequence: number) => OrderOccasion | null;
}

interface UsualOrder {
  readonly draft: OrderDraft;
  readonly role: OrderRole;
}

interface Position {
  readonly isLong: boolean;
  /** Steps of the instrument's precision. */
  readonly size: number;
  /** Sum of size times average price, in units of two decimals more than the instrument's prices. */
  readonly cost: bigint;
}

/**
 * The round trips that the account's orders form: each opens, adds to, reduces or closes the position of its session,
 * instrument and margin mode. A role depends on the seed and on earlier orders only, so that it never changes. The
 * oldest positions were opened before the history, and some of the newest are still open.
 */
export class RoundTrips {
  readonly #options: RoundTripsOptions;
  readonly #cache = new Map<number, (UsualOrder | null)[]>();

  constructor(options: RoundTripsOptions) {
    this.#options = options;
  }

  /** Returns `null` for an order that was added from outside. */
  orderAt(sequence: number): UsualOrder | null {
    const session = Math.floor(sequence / SESSION_LENGTH);
    const first = session * SESSION_LENGTH;
    let orders = this.#cache.get(session);
    if (orders === undefined || orders.length <= sequence - first) {
      // Orders of the history are read with their neighbors, so the whole session is derived.
      const lastOfHistory = Math.min(first + SESSION_LENGTH, this.#options.historyLength) - 1;
      orders = this.#ordersOf(session, Math.max(sequence, lastOfHistory));
      this.#cache.delete(session);
      this.#cache.set(session, orders);
      const oldest = this.#cache.keys().next();
      if (this.#cache.size > CACHED_SESSIONS && !oldest.done) this.#cache.delete(oldest.value);
    }
    return orders[sequence - first] ?? null;
  }

  /** Returns the orders of a session up to and including `last`. */
  #ordersOf(session: number, last: number): (UsualOrder | null)[] {
    const { seed, habits, occasionOf } = this.#options;
    const first = session * SESSION_LENGTH;
    const positions = new Map<number, Position | null>();
    const orders: (UsualOrder | null)[] = [];
    for (let sequence = first; sequence <= last; sequence++) {
      const occasion = occasionOf(sequence);
      if (occasion === null) {
        orders.push(null);
        continue;
      }
      const lane = laneOf(habits, sequence);
      const isLong = fraction(hash32(seed, 81, sequence)) < 0.6;
      const isLast = !this.#isFollowed(sequence, lane);
      const stored = positions.get(lane);
      let position = stored ?? null;
      if (stored === undefined && session === 0) {
        const { amount, average, averageDecimals } = draftOrder(occasion, true);
        position = {
          isLong,
          size: amount,
          cost: costOf(amount, average(isLong), occasion.instrument, averageDecimals),
        };
      }
      const executes = endOf(seed, sequence) !== 'canceled';
      const closes = isLast && !this.#staysOpen(session, lane);
      const draft = draftOrder(occasion, executes && !(closes && position === null));
      const step = takeStep({
        draft,
        instrument: occasion.instrument,
        position,
        isLong,
        closes,
        chance: hash32(seed, 82, sequence),
      });
      positions.set(lane, step.position);
      orders.push({ draft, role: step.role });
    }
    return orders;
  }

  /** True if a later order of the session will be executed in the same lane. */
  #isFollowed(sequence: number, lane: number): boolean {
    const { seed, habits } = this.#options;
    const end = (Math.floor(sequence / SESSION_LENGTH) + 1) * SESSION_LENGTH;
    for (let later = sequence + 1; later < end; later++) {
      if (laneOf(habits, later) === lane && endOf(seed, later) !== 'canceled') return true;
    }
    return false;
  }

  #staysOpen(session: number, lane: number): boolean {
    const { seed, historyLength } = this.#options;
    const sessions = Math.floor(historyLength / SESSION_LENGTH);
    const isRecent = session >= sessions - OPEN_TAIL && session < sessions;
    return isRecent && fraction(hash32(seed, 83, session, lane)) < 0.6;
  }
}

/** Returns an order that was added from outside: it opens a position. */
export function addedOrder(occasion: OrderOccasion): UsualOrder {
  const { seed, sequence, instrument } = occasion;
  const draft = draftOrder(occasion, true);
  const isLong = fraction(hash32(seed, 81, sequence)) < 0.6;
  const { role } = takeStep({ draft, instrument, position: null, isLong, closes: false, chance: 0 });
  return { draft, role };
}

function laneOf(habits: Habits, sequence: number): number {
  return habits.instrumentOf(sequence) * 2 + habits.marginModeOf(sequence);
}

interface Step {
  readonly draft: OrderDraft;
  readonly instrument: Instrument;
  readonly position: Position | null;
  /** The side of a new position. */
  readonly isLong: boolean;
  /** True for the last executed order of a lane, which closes its position. */
  readonly closes: boolean;
  readonly chance: number;
}

function takeStep({ draft, instrument, position, isLong, closes, chance }: Step): {
  position: Position | null;
  role: OrderRole;
} {
  const share = fraction(chance);
  const adds = position === null || (!closes && share < 0.35);
  const partly = Math.max(2, Math.floor(draft.amount * 0.6));
  if (adds) {
    const long = position?.isLong ?? isLong;
    const average = draft.average(long);
    const executed = draft.end === 'filled' ? draft.amount : partly;
    const role = { buys: long, opens: true, amount: draft.amount, executed, average, profitOf: () => '0' };
    if (draft.end === 'canceled') return { position, role };
    const cost = costOf(executed, average, instrument, draft.averageDecimals);
    return {
      position: { isLong: long, size: (position?.size ?? 0) + executed, cost: (position?.cost ?? 0n) + cost },
      role,
    };
  }
  const { size, cost } = position;
  const half = Math.floor(size / 2);
  const executed = !closes && share < 0.6 && half >= 2 ? half : size;
  const average = draft.average(!position.isLong);
  const role = {
    buys: !position.isLong,
    opens: false,
    amount: draft.end === 'partially-canceled' ? executed + draft.amount : executed,
    executed,
    average,
    profitOf: (done: number) =>
      profitText(position, costOf(done, average, instrument, draft.averageDecimals), done, instrument),
  };
  if (draft.end === 'canceled') return { position, role };
  if (executed === size) return { position: null, role };
  const left = size - executed;
  return { position: { ...position, size: left, cost: (cost * BigInt(left)) / BigInt(size) }, role };
}

function costOf(size: number, average: number, instrument: Instrument, averageDecimals: number): bigint {
  return BigInt(size) * BigInt(average) * 10n ** BigInt(instrument.priceDecimals + 2 - averageDecimals);
}

function profitText(position: Position, proceeds: bigint, done: number, instrument: Instrument): string {
  const spent = (position.cost * BigInt(done)) / BigInt(position.size);
  const units = Number(position.isLong ? proceeds - spent : spent - proceeds);
  const decimals = instrument.priceDecimals + 2 + instrument.quantityDecimals - instrument.contractExponent;
  return Number.isSafeInteger(units) ? plainText(units, decimals) : '0';
}
