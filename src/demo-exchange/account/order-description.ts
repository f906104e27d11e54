import type { Instrument } from '../market/instruments.ts';
import { BEAT_MS } from '../market/market-clock.ts';
import { plainText } from '../numbers/decimal-text.ts';
import { hash32, RandomStream } from '../numbers/random.ts';
import { drawLeverage, drawQuantity } from './habits.ts';
import type { OrderRow } from './wire-rows.ts';

const PENDING = 1;
const PARTIALLY_FILLED = 2;
const FILLED = 3;
const CANCELING = 4;
const PARTIALLY_CANCELED = 5;
const CANCELED = 6;

export interface OrderOccasion {
  readonly seed: number;
  readonly sequence: number;
  readonly instrument: Instrument;
  /** Creation in seconds of market time after the anchor. */
  readonly marketSeconds: number;
  /** True for the newest orders of the history, of which some are still open at the start. */
  readonly amongNewest: boolean;
}

/**
 * Derives an order at a moment of market time (seconds after the anchor). A limit order stays open for a while, may be
 * partially filled, and ends filled, canceled or partially canceled.
 */
export function describeOrder(
  occasion: OrderOccasion,
  marketSecondsNow: number,
): Omit<OrderRow, 'order_id' | 'ctime' | 'symbol'> {
  const { instrument, marketSeconds } = occasion;
  const random = new RandomStream(hash32(occasion.seed, 31, occasion.sequence));
  const kind = random.pick([
    'limit',
    'limit',
    'limit',
    'limit',
    'limit',
    'market',
    'market',
    'market',
    'post_only',
    'ioc',
  ]);
  const buys = random.chance(0.5);
  const opens = random.chance(0.53);
  const leverage = drawLeverage(random);
  const marketTicks = instrument.path.ticksAt(Math.floor((marketSeconds * 1000) / BEAT_MS));
  const stepValue =
    marketTicks * 10 ** (instrument.contractExponent - instrument.quantityDecimals - instrument.priceDecimals);
  const amount = drawQuantity(random, stepValue, instrument.minQuantity, instrument.maxQuantity);

  const distance = random.exponential(0.002);
  const priceTicks = Math.max(1, Math.round(marketTicks * (buys ? 1 - distance : 1 + distance)));
  const end = drawEnd(random, kind);
  const life = drawLife(random, kind, end, occasion);
  const state = stateAt(life, end, marketSecondsNow);
  const partlyDone = random.integer(1, amount - 1);
  const done = state.filling === 'all' ? amount : state.filling === 'part' ? partlyDone : 0;

  // An average of several fills is finer than a tick.
  const finer = random.chance(0.3) ? 2 : 0;
  const limitTicks = kind === 'market' ? marketTicks : priceTicks;
  const improvement = finer === 0 ? 0 : random.integer(0, 10 ** finer * 2);
  const average = Math.max(1, limitTicks * 10 ** finer + (buys ? -improvement : improvement));
  const averageDecimals = instrument.priceDecimals + finer;
  const move = drawMove(random, leverage);

  return {
    price: kind === 'market' ? '0' : plainText(priceTicks, instrument.priceDecimals),
    price_avg: done === 0 ? '0' : plainText(average, averageDecimals),
    lever_rate: leverage,
    amount: plainText(amount, instrument.quantityDecimals),
    deal_amount: plainText(done, instrument.quantityDecimals),
    type: `${buys ? 'buy' : 'sell'}-${kind}`,
    status: state.status,
    contract_type: opens ? 'open' : 'close',
    profit: opens || done === 0 ? '0' : profitText(instrument, move, average, averageDecimals, done),
  };
}

function drawEnd(random: RandomStream, kind: string): number {
  const share = random.next();
  if (kind === 'market') return share < 0.97 ? FILLED : PARTIALLY_CANCELED;
  if (share < 0.65) return FILLED;
  return share < 0.92 ? CANCELED : PARTIALLY_CANCELED;
}

/** Start and end of an order's open time, in seconds of market time after the anchor. */
interface Life {
  readonly from: number;
  readonly to: number;
  /** The share of the open time that is already over at `from`, 0 to 1. */
  readonly headStart: number;
}

function drawLife(random: RandomStream, kind: string, end: number, occasion: OrderOccasion): Life {
  const from = occasion.marketSeconds;
  const restsStill = occasion.amongNewest && random.chance(0.35);
  const headStart = random.next();
  const beyondAnchor = random.between(1800, 8 * 3600);
  const atOnce = random.chance(0.55);
  const resting = random.chance(0.9) ? random.exponential(240) : random.exponential(4 * 3600);
  if (kind === 'market' || kind === 'ioc') return { from, to: from, headStart: 1 };
  if (restsStill) return { from: 0, to: beyondAnchor, headStart };
  if (end === FILLED && atOnce) return { from, to: from, headStart: 1 };
  // Older orders have ended before the anchor, whatever open time was drawn.
  return { from, to: from < 0 ? Math.min(0, from + resting) : from + resting, headStart: 0 };
}

function stateAt(life: Life, end: number, now: number): { status: number; filling: 'none' | 'part' | 'all' } {
  if (now >= life.to) {
    return { status: end, filling: end === FILLED ? 'all' : end === CANCELED ? 'none' : 'part' };
  }
  const progress = life.headStart + ((1 - life.headStart) * (now - life.from)) / (life.to - life.from);
  if (end === CANCELED) return { status: progress < 0.8 ? PENDING : CANCELING, filling: 'none' };
  if (progress < 0.45) return { status: PENDING, filling: 'none' };
  if (end === PARTIALLY_CANCELED && progress > 0.85) return { status: CANCELING, filling: 'part' };
  return { status: PARTIALLY_FILLED, filling: 'part' };
}

/** Draws the relative price move of a closed position: 54% wins, and no loss larger than the margin. */
function drawMove(random: RandomStream, leverage: number): number {
  const wins = random.chance(0.54);
  const size = Math.min(0.4, Math.exp(-4.7 + 1.05 * random.normal()));
  return wins ? size : -Math.min(size, 0.9 / leverage);
}

function profitText(
  instrument: Instrument,
  move: number,
  average: number,
  averageDecimals: number,
  done: number,
): string {
  const difference = Math.sign(move) * Math.max(1, Math.round(average * Math.abs(move)));
  const decimals = averageDecimals + instrument.quantityDecimals - instrument.contractExponent;
  const units = difference * done;
  return Number.isSafeInteger(units) ? plainText(units, decimals) : '0';
}
