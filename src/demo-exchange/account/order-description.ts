import type { Instrument } from '../market/instruments.ts';
import { BEAT_MS } from '../market/market-clock.ts';
import { plainText } from '../numbers/decimal-text.ts';
import { hash32, RandomStream } from '../numbers/random.ts';
import { drawLeverage, drawQuantity } from './habits.ts';
import type { OrderRow } from './wire-rows.ts';

const PENDING = 1;
const PARTIALLY_FILLED = 2;
const CANCELING = 4;

/** The final statuses (docs/service.md 2.2). */
const ends = { filled: 3, 'partially-canceled': 5, canceled: 6 } as const;
export type OrderEnd = keyof typeof ends;

const kinds = [
  ...(['limit', 'limit', 'limit', 'limit', 'limit'] as const),
  ...(['market', 'market', 'market'] as const),
  'post_only',
  'ioc',
] as const;

export interface OrderOccasion {
  readonly seed: number;
  readonly sequence: number;
  readonly instrument: Instrument;
  /** Creation in seconds of market time after the anchor. */
  readonly marketSeconds: number;
  /** True for the newest orders of the history, of which some are still open at the start. */
  readonly amongNewest: boolean;
}

/** The side, the quantity and the result that an order has as a part of round trips. */
export interface OrderRole {
  readonly buys: boolean;
  readonly opens: boolean;
  /** Quantity, and how much of it is executed in the end, in steps of the instrument's precision. */
  readonly amount: number;
  readonly executed: number;
  /** Returns the profit in the quote currency of the given executed quantity. '0' if the order opens. */
  profitOf(executed: number): string;
  /** Average price in units of `averageDecimals`. */
  readonly average: number;
}

/** The part of an order that does not depend on its role. */
export interface OrderDraft {
  readonly kind: string;
  readonly leverage: number;
  /** Drawn quantity in steps of the instrument's precision. */
  readonly amount: number;
  readonly end: OrderEnd;
  readonly averageDecimals: number;
  /** Average price if the order buys or sells, in units of `averageDecimals`. */
  average(buys: boolean): number;
  priceTicks(buys: boolean): number;
  stateAt(now: number): State;
}

/** Returns how the order ends. */
export function endOf(seed: number, sequence: number): OrderEnd {
  const random = new RandomStream(hash32(seed, 31, sequence));
  return drawEnd(random, random.pick(kinds));
}

/** Draws an order at a moment of market time (seconds after the anchor). `mayExecute`: false for an order that is canceled instead. */
export function draftOrder(occasion: OrderOccasion, mayExecute: boolean): OrderDraft {
  const { seed, sequence, instrument, marketSeconds } = occasion;
  const random = new RandomStream(hash32(seed, 31, sequence));
  const drawnKind = random.pick(kinds);
  const drawnEnd = drawEnd(random, drawnKind);
  const kind = !mayExecute && drawnKind === 'market' ? 'limit' : drawnKind;
  const end = mayExecute ? drawnEnd : 'canceled';
  const leverage = drawLeverage(random);
  const marketTicks = instrument.path.ticksAt(Math.floor((marketSeconds * 1000) / BEAT_MS));
  const stepValue =
    marketTicks * 10 ** (instrument.contractExponent - instrument.quantityDecimals - instrument.priceDecimals);
  const amount = drawQuantity(random, stepValue, instrument.minQuantity, instrument.maxQuantity);
  const distance = random.exponential(0.0007);
  // An average of several fills is finer than a tick.
  const finer = random.chance(0.3) ? 2 : 0;
  const improvement = finer === 0 ? 0 : random.integer(0, 10 ** finer * 2);
  const life = drawLife(random, kind, end, occasion);
  const priceTicks = (buys: boolean): number =>
    Math.max(1, Math.round(marketTicks * (buys ? 1 - distance : 1 + distance)));

  return {
    kind,
    leverage,
    amount,
    end,
    averageDecimals: instrument.priceDecimals + finer,
    average(buys) {
      const limitTicks = kind === 'market' ? marketTicks : priceTicks(buys);
      return Math.max(1, limitTicks * 10 ** finer + (buys ? -improvement : improvement));
    },
    priceTicks,
    stateAt: (now) => stateAt(life, end, now),
  };
}

/**
 * Returns the row of an order at a moment of market time (seconds after the anchor). A limit order stays open for a
 * while, may be partially filled, and ends filled, canceled or partially canceled.
 */
export function describeOrder(
  instrument: Instrument,
  draft: OrderDraft,
  role: OrderRole,
  marketSecondsNow: number,
): Omit<OrderRow, 'order_id' | 'ctime' | 'symbol'> {
  const { kind } = draft;
  const { buys, opens, amount } = role;
  const { status } = draft.stateAt(marketSecondsNow);
  const done = executedAt(draft, role, marketSecondsNow);
  return {
    price: kind === 'market' ? '0' : plainText(draft.priceTicks(buys), instrument.priceDecimals),
    price_avg: done === 0 ? '0' : plainText(role.average, draft.averageDecimals),
    lever_rate: draft.leverage,
    amount: plainText(amount, instrument.quantityDecimals),
    deal_amount: plainText(done, instrument.quantityDecimals),
    type: `${buys ? 'buy' : 'sell'}-${kind}`,
    status,
    contract_type: opens ? 'open' : 'close',
    profit: done === 0 ? '0' : role.profitOf(done),
  };
}

/** Returns the executed quantity of an order at a moment of market time, in steps of the instrument's precision. */
export function executedAt(draft: OrderDraft, { amount, executed }: OrderRole, marketSecondsNow: number): number {
  const partly = draft.end === 'filled' ? Math.max(1, Math.floor(amount / 2)) : executed;
  return { none: 0, part: partly, all: executed }[draft.stateAt(marketSecondsNow).filling];
}

function drawEnd(random: RandomStream, kind: string): OrderEnd {
  const share = random.next();
  if (kind === 'market') return share < 0.97 ? 'filled' : 'partially-canceled';
  if (share < 0.65) return 'filled';
  return share < 0.92 ? 'canceled' : 'partially-canceled';
}

/** Start and end of an order's open time, in seconds of market time after the anchor. */
interface Life {
  readonly from: number;
  readonly to: number;
  /** The share of the open time that is already over at `from`, 0 to 1. */
  readonly headStart: number;
}

function drawLife(random: RandomStream, kind: string, end: OrderEnd, occasion: OrderOccasion): Life {
  const from = occasion.marketSeconds;
  const restsStill = occasion.amongNewest && random.chance(0.35);
  const headStart = random.next();
  const beyondAnchor = random.between(1800, 8 * 3600);
  const atOnce = random.chance(0.55);
  const resting = random.chance(0.9) ? random.exponential(240) : random.exponential(4 * 3600);
  if (kind === 'market' || kind === 'ioc') return { from, to: from, headStart: 1 };
  if (restsStill) return { from: 0, to: beyondAnchor, headStart };
  if (end === 'filled' && atOnce) return { from, to: from, headStart: 1 };
  // Older orders have ended before the anchor, whatever open time was drawn.
  return { from, to: from < 0 ? Math.min(0, from + resting) : from + resting, headStart: 0 };
}

interface State {
  readonly status: number;
  readonly filling: 'none' | 'part' | 'all';
}

function stateAt(life: Life, end: OrderEnd, now: number): State {
  if (now >= life.to) {
    return { status: ends[end], filling: end === 'filled' ? 'all' : end === 'canceled' ? 'none' : 'part' };
  }
  const progress = life.headStart + ((1 - life.headStart) * (now - life.from)) / (life.to - life.from);
  if (end === 'canceled') return { status: progress < 0.8 ? PENDING : CANCELING, filling: 'none' };
  if (progress < 0.45) return { status: PENDING, filling: 'none' };
  if (end === 'partially-canceled' && progress > 0.85) return { status: CANCELING, filling: 'part' };
  return { status: PARTIALLY_FILLED, filling: 'part' };
}
