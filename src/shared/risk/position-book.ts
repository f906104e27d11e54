import type { HistoryState } from '../contract/history.ts';
import type { OpenPlan, Order } from '../contract/orders.ts';
import type { PlanPositions, PositionRisk } from '../contract/positions.ts';
import type { ContractSize, OrderDoubt, Position } from '../contract/trades.ts';
import type { IncompleteReason } from '../orders/trades.ts';
import type { MarginMode, Timestamp } from '../values/domain.ts';
import { isTold, untold } from '../values/told.ts';
import type { Estimate } from './estimate.ts';

/** The open positions of an account, as far as its orders tell (docs/trades.md 6), and what else they tell for its risk. */
export interface PositionBook {
  /** False before the positions have been read. */
  isRead: boolean;
  positions: readonly Position[];
  /** Returns the name by which positions have a symbol (docs/trades.md 6.1). */
  nameOf(symbol: string): string;
  of(symbol: string, marginMode: MarginMode): readonly Position[];
  /** Orders after which a position may be open or closed that is not said to be, the newest first (docs/trades.md 4.1). */
  doubts: readonly OrderDoubt[];
  /** Those that the user has settled. */
  settled: readonly OrderDoubt[];
  /** True if one of them concerns a symbol and margin mode. */
  hasDoubt(symbol: string, marginMode: MarginMode): boolean;
  /** True if the order history of a margin mode is stored to its first order, without a gap, and every order could be read. */
  isWhole(marginMode: MarginMode): boolean;
  /** Orders that are not filled. */
  orders: readonly Order[];
  /** What is known of a symbol's contract; `undefined` if it has not been read. */
  contractOf(symbol: string): ContractSize | undefined;
  /** True if a position that the plan order could close was open when the plan order was created. */
  wasOpenAt(plan: Pick<OpenPlan, 'key'>): boolean;
  /** See `orphanOf`. It cannot be told of a plan order for which the positions have not been read. */
  orphanOf(plan: Pick<OpenPlan, 'key'>): PlanPositions['orphan'];
}

const noRisk: Omit<PositionRisk, 'version' | 'today'> = {
  positions: [],
  doubts: [],
  renamed: {},
  wholeModes: [],
  orders: [],
  contracts: [],
  plans: [],
};
const noPositions: readonly Position[] = [];
const unknownOrphan = untold('unknown-positions');

/** `risk`: `null` before it has been read. */
export function makePositionBook(risk: typeof noRisk | null): PositionBook {
  const { positions, doubts, renamed, wholeModes, orders, contracts, plans } = risk ?? noRisk;
  const nameOf = (symbol: string): string => (Object.hasOwn(renamed, symbol) ? renamed[symbol] : undefined) ?? symbol;
  const open = doubts.filter(({ settled }) => settled === undefined);
  const bySubject = Map.groupBy(positions, subjectOf);
  const contractOf = new Map(contracts.map((contract) => [contract.symbol, contract]));
  const planOf = new Map(plans.map((plan) => [plan.key, plan]));
  return {
    isRead: risk !== null,
    positions,
    nameOf,
    of: (symbol, marginMode) => bySubject.get(subjectOf({ symbol: nameOf(symbol), marginMode })) ?? noPositions,
    doubts: open,
    settled: doubts.filter(({ settled }) => settled !== undefined),
    hasDoubt: (symbol, marginMode) =>
      open.some((doubt) => doubt.marginMode === marginMode && (doubt.symbol ?? nameOf(symbol)) === nameOf(symbol)),
    isWhole: (marginMode) => wholeModes.includes(marginMode),
    orders,
    contractOf: (symbol) => contractOf.get(symbol),
    wasOpenAt: ({ key }) => planOf.get(key)?.wasOpen === true,
    orphanOf: ({ key }) => planOf.get(key)?.orphan ?? unknownOrphan,
  };
}

/** Returns the text that positions, plan orders and orders of one symbol and margin mode share. */
export function subjectOf({ symbol, marginMode }: Pick<Position, 'symbol' | 'marginMode'>): string {
  return `${marginMode} ${symbol}`;
}

/** Returns the margin modes whose history is stored to its first order, without a gap; none if an order could not be read. */
export function wholeModesOf({ modes, unreadable }: Pick<HistoryState, 'modes' | 'unreadable'>): MarginMode[] {
  if (unreadable > 0) return [];
  return modes.filter(({ complete, gaps }) => complete && gaps.length === 0).map(({ marginMode }) => marginMode);
}

/** True if the orders of both margin modes are stored from before a time on, without a gap since then. */
export function isStoredSince({ modes }: Pick<HistoryState, 'modes'>, since: Timestamp): boolean {
  return modes.every(
    ({ complete, oldest, gaps }) =>
      (complete || (oldest !== null && oldest < since)) && gaps.every(({ to }) => to <= since),
  );
}

/** Returns the size of a contract with its range; `null` if it cannot be told. */
export function contractSizeOf({ size, from, to }: Pick<ContractSize, 'size' | 'from' | 'to'>): Estimate | null {
  return isTold(size) ? { value: size, low: from ?? size, high: to ?? size } : null;
}

/** Returns why the figures of a position are not known; `null` if they are. */
export function missingFrom({ incomplete }: Pick<Position, 'incomplete'>): IncompleteReason | null {
  return incomplete[0] ?? null;
}
