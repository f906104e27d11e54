import type { OpenPlan, UnreadableRow } from '../contract/orders.ts';
import type { ContractSize, Position } from '../contract/trades.ts';
import type { Decimal } from '../values/domain.ts';
import { isTold, type Told } from '../values/told.ts';
import { exactly, priceAround } from './estimate.ts';
import { candidatesBySubject, pricePlaces, riskPositionOf } from './held-position.ts';
import { contractSizeOf, missingFrom, type PositionBook, subjectOf } from './position-book.ts';
import { positionFigures, type RiskPosition } from './position-figures.ts';
import { type Candidate, type ProtectionReading, priceProtection, readProtection, stillHolds } from './protection.ts';
import type { SummedPosition } from './risk-sums.ts';

/** An open position with what it brings and what protects it at a last price (docs/risk.md 2 and 3). */
export interface PricedPosition<Why extends string = string> extends Position, Omit<SummedPosition, keyof Position> {
  last: Told<Decimal, Why>;
  /** What is known of the contract; `undefined` if it has not been read. */
  contract: ContractSize | undefined;
  /** The position with its ranges; `null` if the orders do not tell quantity and entry. `figures` and `protection` are `null` then, too. */
  held: RiskPosition | null;
}

/** Everything that the figures of an account's positions depend on. */
export interface PricedAccount<Why extends string> {
  book: PositionBook;
  /** `null` until they have been read: what protects the positions is not known then. */
  plans: readonly OpenPlan[] | null;
  /** Open plan orders that could not be read. */
  unreadable: readonly UnreadableRow[];
  lastOf: (symbol: string) => Told<Decimal, Why>;
  /** How far a last price usually moves until the next one. It widens the ranges of figures and changes no value. */
  driftOf: (symbol: string) => Decimal;
  /** Decimal places of the symbol's prices; `null` if unknown. They change ranges alone, too. */
  placesOf: (symbol: string) => number | null;
  /** True if plan orders and last prices are live. */
  isLive: boolean;
}

/** What a reading of the stops and targets depends on beside the last price. */
interface Held {
  position: Position;
  contract: ContractSize | undefined;
  places: number;
  candidates: readonly Candidate[] | null;
  hasOtherSide: boolean;
}

interface Source<Why extends string> extends Held {
  last: Told<Decimal, Why>;
  drift: Decimal;
  isLive: boolean;
}

interface Priced<Why extends string> {
  source: Source<Why>;
  priced: PricedPosition<Why>;
  reading: ProtectionReading | null;
}

const noCandidates: readonly Candidate[] = [];
const heldKeys = ['position', 'contract', 'places', 'candidates', 'hasOtherSide'] as const;
const sourceKeys = [...heldKeys, 'last', 'drift', 'isLive'] as const;

/**
 * Prices the positions of an account, for alerts as for the screen, so that an alert and the figure beside it are the same. A position
 * without a change stays the same object.
 */
export class PositionPricer<Why extends string> {
  #priced = new Map<string, Priced<Why>>();
  #candidates: {
    of: Pick<PricedAccount<Why>, 'book' | 'plans' | 'unreadable'>;
    groups: Map<string, Candidate[]> | null;
  } | null = null;

  price(account: PricedAccount<Why>): readonly PricedPosition<Why>[] {
    const { book, isLive } = account;
    const groups = this.#candidatesOf(account);
    const current = new Map<string, Priced<Why>>();
    const positions = book.positions.map((position) => {
      const { symbol, marginMode, side, trade, entryPrice } = position;
      const last = account.lastOf(symbol);
      const source: Source<Why> = {
        position,
        contract: book.contractOf(symbol),
        places: account.placesOf(symbol) ?? pricePlaces(entryPrice, isTold(last) ? last : null),
        candidates: groups && (groups.get(subjectOf(position)) ?? noCandidates),
        hasOtherSide: book.of(symbol, marginMode).some((other) => other.side !== side),
        last,
        drift: account.driftOf(symbol),
        isLive,
      };
      const before = this.#priced.get(trade);
      const priced = before && haveSame(before.source, source, sourceKeys) ? before : priceOf(source, before);
      current.set(trade, priced);
      return priced.priced;
    });
    this.#priced = current;
    return positions;
  }

  /** Plan orders and orders by symbol and margin mode; `null` until they have been read. */
  #candidatesOf({ book, plans, unreadable }: PricedAccount<Why>): Map<string, Candidate[]> | null {
    const of = { book, plans, unreadable };
    if (this.#candidates && haveSame(this.#candidates.of, of, ['book', 'plans', 'unreadable'])) {
      return this.#candidates.groups;
    }
    const groups = plans && withEqual(candidatesBySubject(book, plans, unreadable), this.#candidates?.groups);
    this.#candidates = { of, groups };
    return groups;
  }
}

/** Returns groups of which each is the earlier one if its orders are equal, so that a change of one plan order reads one position again. */
function withEqual(
  groups: Map<string, Candidate[]>,
  before: ReadonlyMap<string, Candidate[]> | null | undefined,
): Map<string, Candidate[]> {
  for (const [subject, group] of groups) {
    const earlier = before?.get(subject);
    if (earlier?.length === group.length && JSON.stringify(earlier) === JSON.stringify(group))
      groups.set(subject, earlier);
  }
  return groups;
}

function haveSame<Item>(a: Item, b: Item, keys: readonly (keyof Item)[]): boolean {
  return keys.every((key) => a[key] === b[key]);
}

/** `before`: the last price of the same position. Its reading of stops and targets is used again if it still holds. */
function priceOf<Why extends string>(source: Source<Why>, before: Priced<Why> | undefined): Priced<Why> {
  const { position, contract, places, candidates, hasOtherSide, last, drift, isLive } = source;
  const isUncertain = contract?.pnl.isUncertain === true;
  const known = { ...position, last, contract, isLive, isUncertain };
  if (missingFrom(position) !== null) {
    return { source, priced: { ...known, held: null, figures: null, protection: null }, reading: null };
  }
  const price = isTold(last) ? priceAround(last, drift) : null;
  const held = riskPositionOf(position, contract ? contractSizeOf(contract) : null, places);
  const figures = positionFigures(held, price);
  if (candidates === null) return { source, priced: { ...known, held, figures, protection: null }, reading: null };
  const earlier = before && haveSame<Held>(before.source, source, heldKeys) ? before : null;
  const earlierPrice = earlier && isTold(earlier.source.last) ? exactly(earlier.source.last) : null;
  const reading =
    earlier?.reading && stillHolds(earlier.reading, earlierPrice, price)
      ? earlier.reading
      : readProtection(held, candidates, hasOtherSide, price);
  return { source, priced: { ...known, held, figures, protection: priceProtection(held, reading, price) }, reading };
}
