/** Words of trades and their results (docs/trades.md). The schemas and types are in contract/trades.ts and results.ts. */
import { historyLists } from './history.ts';

export const positionSides = ['long', 'short'] as const;
export type PositionSide = (typeof positionSides)[number];

export const tradeStates = ['open', 'closed'] as const;
export type TradeState = (typeof tradeStates)[number];

/** Whether the orders of a trade could be taken in another way that gives other trades (docs/trades.md 2.4). */
export const executionMarks = ['certain', 'uncertain'] as const;
export type ExecutionMark = (typeof executionMarks)[number];

/** From which entries the PnL of orders that close is calculated: the average of all that is held, or the oldest ones first (docs/trades.md 2.2). */
export const costMethods = ['average', 'fifo'] as const;
export type CostMethod = (typeof costMethods)[number];

/** Why a trade is incomplete (docs/trades.md 4). */
export const incompleteReasons = [
  'more-closed',
  'missing-start',
  'gap',
  'unplaced',
  'doubtful-order',
  'settled',
  'no-pnl',
] as const;
export type IncompleteReason = (typeof incompleteReasons)[number];

/** True if the exchange sent no PnL for an order of a trade that closed, so that the PnL of the trade is not whole. */
export function lacksPnl({ incomplete }: { readonly incomplete: readonly IncompleteReason[] }): boolean {
  return incomplete.includes('no-pnl');
}

/** Why the size of a contract cannot be told (docs/trades.md 7). */
export const sizeReasons = ['few-trades', 'trades-disagree', 'coarse-figures'] as const;
export type SizeReason = (typeof sizeReasons)[number];

/** Why it cannot be told what an order did to the positions (docs/trades.md 4.1). `more-closed`: it closed more than was held. */
export const doubtReasons = ['unplaced', 'not-executed', 'unreadable', 'more-closed'] as const;
export type DoubtReason = (typeof doubtReasons)[number];

/** Why a plan order is an orphan (docs/trades.md 9): no position is open, or the only one is smaller. */
export const orphanReasons = ['none-open', 'larger'] as const;

/** What the user says that a doubtful order did: it closed the position of a side, or it has nothing to do with the positions. */
export const settlements = ['closed-long', 'closed-short', 'other'] as const;
export type Settlement = (typeof settlements)[number];

/**
 * The fields of a trade by their kinds (docs/trades.md 5), in the order of an export. Derived from this table: the row type
 * (contract/trades.ts), the columns in memory (`history/trades`), what can be sorted, exports, and the columns of the page's table.
 * Quantities are in contracts.
 */
export const tradeFieldKinds = {
  symbol: 'symbol',
  marginMode: 'margin-mode',
  /** `null` for an `unplaced` trade, as are its state, quantities and prices. */
  side: 'side',
  state: 'state',
  openedAt: 'opening',
  /** `null` while it is open, as is its duration. */
  closedAt: 'time',
  duration: 'duration',
  /** Latest times at which it was opened and closed; `null` if unknown. `openedAt` and `closedAt` are the earliest ones. */
  openedBy: 'time',
  closedBy: 'time',
  executions: 'executions',
  /** Number of its orders. */
  orders: 'count',
  largestSize: 'quantity',
  openedQuantity: 'quantity',
  closedQuantity: 'quantity',
  entryPrice: 'price',
  exitPrice: 'price',
  /** Gross, in the quote currency, of the orders of which the exchange sent it; `null` if it sent none. See `lacksPnl`. */
  pnl: 'sum',
  /** Move from the entry to the exit in percent of the entry, with the opposite sign for a short. Before fees and leverage. */
  returnPercent: 'percent',
  /** PnL divided by the closed quantity; `null` if the PnL is not whole. */
  pnlPerContract: 'profit',
  /** Highest leverage of its orders. */
  leverage: 'leverage',
} as const;
export type TradeField = keyof typeof tradeFieldKinds;
export type TradeFieldKind = (typeof tradeFieldKinds)[TradeField];
export const tradeFields = Object.keys(tradeFieldKinds) as TradeField[];
/** Fields by which trades can be sorted: also by R, and by the account in a joint archive. */
export const tradeSortFields = [...tradeFields, 'r', 'account'] as const;
export type TradeSortField = (typeof tradeSortFields)[number];

/** The lists of the local archive that the user filters: the histories, and the trades that are derived from one of them. */
export const archiveLists = [...historyLists, 'trades'] as const;
export type ArchiveList = (typeof archiveLists)[number];

/** Lists of which there are results. */
export const resultLists = ['order-history', 'trades'] as const;
export type ResultList = (typeof resultLists)[number];

/** The ways in which the results group the trades. */
export const tradeGroupings = [
  'symbol',
  'side',
  'leverage',
  'weekday',
  'hour',
  'result',
  'r',
  'duration',
  'tag',
  'account',
] as const;
export type TradeGrouping = (typeof tradeGroupings)[number];

/** What a plan order that closes a position does: it ends a loss, or takes a gain, from the side on which its trigger price is reached. */
export const levelRoles = ['stop', 'target'] as const;
export type LevelRole = (typeof levelRoles)[number];

/** Most executions, and most levels, of the picture of a trade. */
export const maxPictured = 500;

/** Trades that an average needs to be certain. */
export const certainSample = 30;
