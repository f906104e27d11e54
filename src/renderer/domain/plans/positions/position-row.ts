import type { FuturesTicker } from '../../../../shared/contract/market.ts';
import type { OpenPlan, Order, PlanOrder, UnreadableRow } from '../../../../shared/contract/orders.ts';
import type { PnlAgreement, Position } from '../../../../shared/contract/trades.ts';
import { knownPrice, type LastPrice, lastPriceOf } from '../../../../shared/market/last-price.ts';
import { around, type Estimate, exactly } from '../../../../shared/risk/estimate.ts';
import { candidatesBySubject, pricePlaces, riskPositionOf, subjectOf } from '../../../../shared/risk/held-position.ts';
import { missingFrom, type PositionBook } from '../../../../shared/risk/position-book.ts';
import { type PositionFigures, positionFigures } from '../../../../shared/risk/position-figures.ts';
import {
  type Candidate,
  type Protection,
  type ProtectionReading,
  priceProtection,
  readProtection,
  stillHolds,
} from '../../../../shared/risk/protection.ts';
import type { Decimal } from '../../../../shared/values/domain.ts';
import { isTold } from '../../../../shared/values/told.ts';
import type { ContractFacts } from './contract-facts.ts';
import { type DayRange, type StopAlarm, stopAlarm } from './stop-alarm.ts';

/** An open position with what it brings and what protects it (docs/risk.md). */
export interface PositionRow extends Position {
  /** ID of the account. */
  account: string;
  last: LastPrice;
  /** False if the tickers have been read, and the symbol is not among them. */
  isListed: boolean;
  /** True if plan orders and price are live. */
  isLive: boolean;
  /** `null` if it cannot be told; `undefined` until it has been read. */
  contractSize: Estimate | null | undefined;
  /** What is known of the contract's size, to be shown; `undefined` until it has been read. */
  sizeReading: ContractFacts['reading'] | undefined;
  /** How often the PnL of the symbol agreed with the reported one; `undefined` until it has been read. */
  agreement: PnlAgreement | undefined;
  /** True if it agreed too seldom: the PnL is in no sum. */
  isUncertain: boolean;
  /** `null` if the orders do not tell quantity and entry. */
  figures: PositionFigures | null;
  /** `null` as `figures`, and until plan orders and waiting orders have been read. */
  protection: Protection | null;
  /** `null` if nothing of the stops needs a look. */
  alarm: StopAlarm | null;
}

/** Row ID that is unique across accounts. */
export function positionRowId({ account, trade }: Pick<PositionRow, 'account' | 'trade'>): string {
  return `${account} ${trade}`;
}

/** Everything that the rows of an account depend on. */
export interface PositionInputs {
  account: string;
  book: PositionBook;
  /** `null` until they have been read. */
  plans: readonly OpenPlan[] | null;
  /** Open plan orders that could not be read. */
  unreadable: readonly UnreadableRow[];
  /** Orders that are not filled. `undefined` until they have been read. */
  orders: readonly Order[] | undefined;
  /** Plan orders that were canceled or failed, the newest first. */
  ended: readonly PlanOrder[];
  tickers: ReadonlyMap<string, Pick<FuturesTicker, 'last' | keyof DayRange>>;
  /** Largest change of a symbol's price between two polls; zero if none is known. */
  driftOf: (symbol: string) => Decimal;
  isLive: boolean;
  factsOf: (symbol: string) => ContractFacts | undefined;
  /** Decimal places of the symbol's prices; `null` if unknown. */
  placesOf: (symbol: string) => number | null;
}

/** What a reading of the stops and targets depends on beside the last price. */
interface Held {
  position: Position;
  facts: ContractFacts | undefined;
  /** Decimal places of the symbol's prices. */
  places: number;
  candidates: readonly Candidate[] | null;
  hasOtherSide: boolean;
}

/** What a row was made from. */
interface Source extends Held {
  ended: readonly PlanOrder[];
  low: Decimal | null;
  high: Decimal | null;
  isListed: boolean;
  last: LastPrice;
  drift: Decimal;
  isLive: boolean;
}

interface Made {
  source: Source;
  row: PositionRow;
  reading: ProtectionReading | null;
}

const noCandidates: readonly Candidate[] = [];

/** Makes the rows of an account's positions. A row without a change stays the same object. */
export class PositionRows {
  #made = new Map<string, Made>();
  #candidates: {
    of: Pick<PositionInputs, 'book' | 'plans' | 'orders' | 'unreadable'>;
    groups: Map<string, Candidate[]>;
  } | null = null;

  of(inputs: PositionInputs): readonly PositionRow[] {
    const { account, book, tickers, isLive } = inputs;
    const groups = this.#candidatesOf(inputs);
    const current = new Map<string, Made>();
    const rows = book.positions.map((position): PositionRow => {
      const { symbol, marginMode, side, trade } = position;
      const ticker = tickers.get(symbol);
      const last = lastPriceOf(ticker);
      const source: Source = {
        position,
        ended: inputs.ended,
        low: ticker?.low ?? null,
        high: ticker?.high ?? null,
        isListed: ticker !== undefined || tickers.size === 0,
        last,
        isLive,
        drift: inputs.driftOf(symbol),
        facts: inputs.factsOf(symbol),
        places: inputs.placesOf(symbol) ?? pricePlaces(position.entryPrice, knownPrice(last)),
        candidates: groups && (groups.get(subjectOf(position)) ?? noCandidates),
        hasOtherSide: book.of(symbol, marginMode).some((other) => other.side !== side),
      };
      const before = this.#made.get(trade);
      const isSame = before !== undefined && haveSame(before.source, source, sourceKeys);
      const made = isSame ? before : makeRow(account, source, before);
      current.set(trade, made);
      return made.row;
    });
    this.#made = current;
    return rows;
  }

  /** Plan orders and orders by symbol and margin mode; `null` until they have been read. */
  #candidatesOf({ book, plans, orders, unreadable }: PositionInputs): Map<string, Candidate[]> | null {
    if (plans === null || orders === undefined) return null;
    const last = this.#candidates?.of;
    if (
      this.#candidates &&
      last?.book === book &&
      last.plans === plans &&
      last.orders === orders &&
      last.unreadable === unreadable
    ) {
      return this.#candidates.groups;
    }
    const groups = candidatesBySubject(book, plans, orders, unreadable);
    this.#candidates = { of: { book, plans, orders, unreadable }, groups };
    return groups;
  }
}

const heldKeys = ['position', 'facts', 'places', 'candidates', 'hasOtherSide'] as const;
const sourceKeys = [...heldKeys, 'ended', 'low', 'high', 'isListed', 'last', 'drift', 'isLive'] as const;

function haveSame<Item>(a: Item, b: Item, keys: readonly (keyof Item)[]): boolean {
  return keys.every((key) => a[key] === b[key]);
}

/** `before`: the row that this one follows. Its reading of stops and targets is used again if it still holds. */
function makeRow(account: string, source: Source, before: Made | undefined): Made {
  const { position, ended, isListed, last, drift, isLive, facts, places, candidates, hasOtherSide } = source;
  const row = {
    ...position,
    account,
    last,
    isListed,
    isLive,
    contractSize: facts?.size,
    sizeReading: facts?.reading,
    agreement: facts?.agreement,
    isUncertain: facts?.agreement.isUncertain === true,
  };
  if (missingFrom(position) !== null) {
    return { source, row: { ...row, figures: null, protection: null, alarm: null }, reading: null };
  }
  const price = isTold(last) ? around(last, drift) : null;
  const held = riskPositionOf(position, facts?.size ?? null, places);
  const figures = positionFigures(held, price);
  if (candidates === null) return { source, row: { ...row, figures, protection: null, alarm: null }, reading: null };
  const earlier = before && haveSame<Held>(before.source, source, heldKeys) ? before : null;
  const earlierPrice = earlier && isTold(earlier.source.last) ? exactly(earlier.source.last) : null;
  const reading =
    earlier?.reading && stillHolds(earlier.reading, earlierPrice, price)
      ? earlier.reading
      : readProtection(held, candidates, hasOtherSide, price);
  const protection = priceProtection(held, reading, price);
  return {
    source,
    row: { ...row, figures, protection, alarm: stopAlarm(position, protection, ended, source) },
    reading,
  };
}
