import type { OpenPlan } from '../../../../shared/contract/orders.ts';
import type { Position } from '../../../../shared/contract/trades.ts';
import { quoteOf } from '../../../../shared/market/symbols.ts';
import { addEstimates, around, type Estimate, halfUnit, unitOf } from '../../../../shared/risk/estimate.ts';
import { missingFrom, type PositionBook } from '../../../../shared/risk/position-book.ts';
import { waitingPlan, waitingRest } from '../../../../shared/risk/waiting.ts';
import { type HeldLeg, type WhatIf, whatIf } from '../../../../shared/risk/what-if.ts';
import {
  compareDecimals,
  percentChange,
  placesOf,
  product,
  roundDecimal,
  signOf,
  sum,
} from '../../../../shared/values/decimal.ts';
import { type Decimal, type MarginMode, marginModes } from '../../../../shared/values/domain.ts';

/** What is known of one account. */
export interface AccountState {
  account: string;
  book: PositionBook;
  plans: readonly OpenPlan[];
  prices: ReadonlyMap<string, Decimal | null>;
  isLive: boolean;
  /** `null` if it cannot be told, or if the PnL of the symbol is uncertain. */
  sizeOf: (symbol: string) => Estimate | null;
  /** Decimal places of the symbol's prices; `null` if unknown. */
  placesOf: (symbol: string) => number | null;
}

/** The result of one symbol and margin mode of an account (docs/risk.md 5). */
export interface SubjectResult {
  account: string;
  symbol: string;
  marginMode: MarginMode;
  last: Decimal | null;
  target: Decimal | null;
  /** `null` if a position or the last price is unknown. */
  result: WhatIf | null;
  /** True if nothing is held, waits or changes. */
  isEmpty: boolean;
  isLive: boolean;
}

interface Subject {
  symbol: string;
  marginMode: MarginMode;
}

/** Returns what happens to one symbol of an account if its price moves to a target, for each margin mode with positions or orders. */
export function whatIfPrice(state: AccountState, symbol: string, target: Decimal): SubjectResult[] {
  return marginModes.flatMap((marginMode) => {
    const found = resultOf(state, { symbol, marginMode }, target);
    return found.isEmpty ? [] : [found];
  });
}

/** Returns what happens to every symbol of an account with positions or orders if all prices move by a percentage. `shift`: above -100. */
export function whatIfShift(state: AccountState, shift: Decimal): SubjectResult[] {
  const rows = [...state.book.positions, ...state.plans, ...state.book.orders];
  const subjects = new Map(rows.map(({ symbol, marginMode }) => [`${marginMode} ${symbol}`, { symbol, marginMode }]));
  return [...subjects.values()].map((subject) => {
    const last = state.prices.get(subject.symbol) ?? null;
    return resultOf(state, subject, last === null ? null : shifted(last, shift));
  });
}

/** Returns a price moved by a percentage, exactly. */
function shifted(price: Decimal, percent: Decimal): Decimal {
  return product(price, product(sum('100', percent), '0.01'));
}

/** Returns the target of a move in percent at the precision of a symbol, at least one unit; `places`: `null` if unknown. */
export function targetAfter(last: Decimal, percent: Decimal, places: number | null): Decimal {
  const precision = places ?? placesOf(last);
  const target = roundDecimal(shifted(last, percent), precision);
  return signOf(target) > 0 ? target : unitOf(precision);
}

/** Returns a price moved by at least one unit: by a number of tenths of a percent. */
export function steppedPrice(price: Decimal, tenths: number, places: number): Decimal {
  const unit = unitOf(places);
  const step = roundDecimal(product(price, '0.001'), places);
  const least = compareDecimals(step, unit) < 0 ? unit : step;
  const moved = sum(price, product(least, String(tenths)));
  return signOf(moved) > 0 ? moved : unit;
}

function resultOf(state: AccountState, subject: Subject, target: Decimal | null): SubjectResult {
  const { account, book, plans, prices, isLive, sizeOf } = state;
  const { symbol, marginMode } = subject;
  const last = prices.get(symbol) ?? null;
  const isOf = (row: Subject): boolean => row.symbol === symbol && row.marginMode === marginMode;
  const held = book.of(symbol, marginMode);
  const waiting = [...plans.filter(isOf).map(waitingPlan), ...book.orders.filter(isOf).map(waitingRest)];
  const isKnown = held.every((position) => missingFrom(position) === null);
  const isPriced = last !== null && signOf(last) > 0 && target !== null && signOf(target) > 0;
  const result =
    isKnown && isPriced
      ? whatIf({
          long: legOf(held, 'long', last, state),
          short: legOf(held, 'short', last, state),
          contractSize: sizeOf(symbol),
          waiting,
          last,
          target,
        })
      : null;
  return { account, ...subject, last, target, result, isEmpty: held.length + waiting.length === 0, isLive };
}

function legOf(
  held: readonly Position[],
  side: Position['side'],
  last: Decimal,
  { placesOf: placesOfSymbol }: AccountState,
): HeldLeg | null {
  const position = held.find((each) => each.side === side);
  if (!position) return null;
  const { symbol, quantity, entryPrice } = position;
  if (entryPrice === null) return { quantity, entry: null };
  const places = placesOfSymbol(symbol) ?? Math.max(placesOf(entryPrice), placesOf(last));
  return { quantity, entry: around(entryPrice, halfUnit(places)) };
}

/** A shift of all prices, summed by quote currency. */
export interface ShiftSum {
  quote: string;
  /** Realized and open PnL together; `null` if no symbol's is known. */
  total: Estimate | null;
  /** Symbols and margin modes whose total is in the sum, and all that hold something at the start or afterwards. */
  known: number;
  all: number;
  /** Steps that are filled, and those that are only placed. */
  filled: number;
  placed: number;
  /** Orders that cannot be judged. */
  unclear: number;
  /** False if a symbol has too many ends for a range. */
  hasRange: boolean;
}

/** Sums up results. Those without a live price are in no sum. */
export function sumShift(results: readonly SubjectResult[]): ShiftSum[] {
  const groups = Map.groupBy(results, ({ symbol }) => quoteOf(symbol));
  return [...groups].map(([quote, group]) => {
    const concerned = group.filter(({ result }) => result === null || isConcerned(result));
    const live = concerned.flatMap(({ result, isLive }) => (result && isLive ? [result] : []));
    const totals = live.flatMap(({ total }) => total ?? []);
    const steps = live.flatMap((result) => result.steps);
    return {
      quote,
      total: totals.length === 0 ? null : totals.reduce(addEstimates),
      known: totals.length,
      all: concerned.length,
      filled: steps.filter(isFilled).length,
      placed: steps.filter(({ action }) => action === 'placed').length,
      unclear: group.reduce((number, { result }) => number + (result?.unclear.length ?? 0), 0),
      hasRange: live.every(({ hasRange }) => hasRange),
    };
  });
}

/** True if something is held or happens. */
function isConcerned({ steps, long, short }: WhatIf): boolean {
  return steps.length > 0 || signOf(long.high) > 0 || signOf(short.high) > 0;
}

function isFilled({ action }: WhatIf['steps'][number]): boolean {
  return action !== 'placed' && action !== 'refused';
}

/** Returns how far a target is, in percent of the last price; `null` without one of them. */
export function movePercentOf({ last, target }: Pick<SubjectResult, 'last' | 'target'>): Decimal | null {
  return last === null || target === null ? null : percentChange(last, target);
}
