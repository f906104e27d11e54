/** The stop that was there while a trade was open, and R: see docs/trades.md 12. */

import type { OpenPlan } from '../../shared/contract/orders.ts';
import type { Trade } from '../../shared/contract/trades.ts';
import type { LevelRole, PositionSide } from '../../shared/orders/trades.ts';
import { closes } from '../../shared/risk/orphan.ts';
import { compareDecimals, difference, quotient, signOf, withoutSign } from '../../shared/values/decimal.ts';
import type { Decimal, Timestamp } from '../../shared/values/domain.ts';
import { float64At } from '../../shared/values/elements.ts';
import type { ListTable } from '../orders/list-table.ts';
import type { SeenState } from '../store/plan-life-table.ts';

/** Decimal places of an R multiple. */
const places = 2;
/** Plan orders that are read at a time: about 10 ms, so that calls are answered in between. */
const rowsPerStep = 20_000;

/** A plan order that could close a position, with the price from which it does. */
export interface Level {
  readonly side: PositionSide;
  readonly role: LevelRole;
  readonly price: Decimal;
}

/** A stop that was there from one time to another. */
interface Stop {
  readonly price: Decimal;
  readonly from: Timestamp;
  readonly to: Timestamp;
}

/** The stops of one symbol, margin mode and position side, by the time from which they were there. */
interface StopsOfLeg {
  readonly stops: Stop[];
  /** By index: the latest end of the stops up to it. */
  readonly lastEnds: Timestamp[];
}

/** The values of a trade that its stop and R multiple depend on. */
export type MeasuredTrade = Pick<
  Trade,
  | 'symbol'
  | 'marginMode'
  | 'side'
  | 'state'
  | 'entryPrice'
  | 'exitPrice'
  | 'openedAt'
  | 'openedBy'
  | 'closedAt'
  | 'incomplete'
>;

type LegName = { readonly symbol: string; readonly marginMode: string; readonly side: PositionSide };

/** Returns the position that a plan order could close, and how; `null` if it could close none, or that cannot be told. */
export function levelOf({
  side,
  triggerDirection,
  triggerPrice,
}: Pick<OpenPlan, 'side' | 'triggerDirection' | 'triggerPrice'>): Level | null {
  if (side === null || triggerPrice === null || signOf(triggerPrice) !== 1) return null;
  if (triggerDirection !== 'falls-to' && triggerDirection !== 'rises-to') return null;
  const closed = closes[side];
  return {
    side: closed,
    role: (triggerDirection === 'falls-to') === (closed === 'long') ? 'stop' : 'target',
    price: triggerPrice,
  };
}

/** The stops of all positions of an account, as they were seen. */
export class TradeStops {
  readonly #legs = new Map<string, StopsOfLeg>();

  /** Reads, in steps, the states that were seen and the plan orders of the history that were never seen open. */
  static *read(seen: readonly SeenState[], history: ListTable): Generator<void, TradeStops, void> {
    const all = new TradeStops();
    for (const { plan, from, to } of seen)
      all.#add(history.nameOf(plan.symbol), plan.marginMode, levelOf(plan), from, to);
    const known = new Set(seen.map(({ plan }) => plan.key));
    const { symbol, marginMode, id, side, triggerDirection, triggerPrice } = history.columns;
    for (let row = 1; row <= history.size; row++) {
      if (row % rowsPerStep === 0) yield;
      const mode = marginMode.textOf(row) ?? '';
      if (known.has(`${mode}:${id.textOf(row)}`)) continue;
      const level = levelOf({
        side: side.textOf(row) as OpenPlan['side'],
        triggerDirection: (triggerDirection?.textOf(row) ?? null) as OpenPlan['triggerDirection'],
        triggerPrice: triggerPrice?.textOf(row) ?? null,
      });
      const created = float64At(history.times, row);
      all.#add(symbol.textOf(row) ?? '', mode, level, created, created);
    }
    for (const { stops, lastEnds } of all.#legs.values()) {
      stops.sort((a, b) => a.from - b.from);
      for (const { to } of stops) lastEnds.push(Math.max(to, lastEnds.at(-1) ?? to));
    }
    return all;
  }

  #add(symbol: string, marginMode: string, level: Level | null, from: Timestamp, to: Timestamp): void {
    if (level?.role !== 'stop') return;
    const key = keyOf({ symbol, marginMode, side: level.side });
    const leg = this.#legs.get(key) ?? { stops: [], lastEnds: [] };
    this.#legs.set(key, leg);
    leg.stops.push({ price: level.price, from, to });
  }

  /** True if no stop was seen. */
  get isEmpty(): boolean {
    return this.#legs.size === 0;
  }

  /**
   * Returns the stop of a trade: of those on the losing side of its entry, the one nearest to the entry when it was opened; if none was there
   * then, the first one after that. `null` if none was seen, or the entry is not known.
   */
  stopOf({
    symbol,
    marginMode,
    side,
    entryPrice,
    openedAt,
    openedBy,
    closedAt,
    incomplete,
  }: MeasuredTrade): Decimal | null {
    if (side === null || entryPrice === null || incomplete.length > 0) return null;
    const { stops, lastEnds } = this.#legs.get(keyOf({ symbol, marginMode, side })) ?? noStops;
    const losing = ({ price }: Stop) => compareDecimals(price, entryPrice) === (side === 'long' ? -1 : 1);
    const next = firstAfter(stops, openedBy ?? openedAt);
    const near: Stop[] = [];
    for (let place = next - 1; place >= 0 && (lastEnds[place] as Timestamp) >= openedAt; place--) {
      const stop = stops[place] as Stop;
      if (stop.to >= openedAt && losing(stop)) near.push(stop);
    }
    for (let place = next; near.length === 0 || near[0]?.from === stops[place]?.from; place++) {
      const stop = stops[place];
      if (stop === undefined || stop.from > (closedAt ?? stop.from)) break;
      if (losing(stop)) near.push(stop);
    }
    return near.reduce<Decimal | null>((nearest, { price }) => {
      if (nearest === null) return price;
      return compareDecimals(price, nearest) > 0 === (side === 'long') ? price : nearest;
    }, null);
  }
}

const noStops: StopsOfLeg = { stops: [], lastEnds: [] };

function keyOf({ symbol, marginMode, side }: LegName): string {
  return `${symbol} ${marginMode} ${side}`;
}

/** Returns the index of the first stop that was there only after a time. */
function firstAfter(stops: readonly Stop[], time: Timestamp): number {
  let [low, high] = [0, stops.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((stops[middle] as Stop).from <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the move from the entry to the exit, in multiples of the distance from the entry to the stop; `null` for an open trade. */
export function multipleOf(
  { state, side, entryPrice, exitPrice }: MeasuredTrade,
  stop: Decimal | null,
): Decimal | null {
  if (stop === null || state !== 'closed' || entryPrice === null || exitPrice === null) return null;
  const gain = side === 'long' ? difference(entryPrice, exitPrice) : difference(exitPrice, entryPrice);
  const risk = withoutSign(difference(stop, entryPrice));
  return signOf(risk) === 0 ? null : quotient(gain, risk, places);
}
