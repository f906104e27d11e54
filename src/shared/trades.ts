/** Words of trades and their results (docs/trades.md). The schemas and types are in contract/trades.ts and results.ts. */
import { historyLists } from './history.ts';

export const positionSides = ['long', 'short'] as const;
export type PositionSide = (typeof positionSides)[number];

export const tradeStates = ['open', 'closed'] as const;
export type TradeState = (typeof tradeStates)[number];

/** Why a trade is incomplete (docs/trades.md 4). */
export const incompleteReasons = ['more-closed', 'missing-start', 'gap', 'unplaced'] as const;
export type IncompleteReason = (typeof incompleteReasons)[number];

/** Fields by which trades can be sorted, in the order of an export. */
export const tradeFields = [
  'symbol',
  'marginMode',
  'side',
  'state',
  'openedAt',
  'closedAt',
  'duration',
  'orders',
  'largestSize',
  'openedQuantity',
  'closedQuantity',
  'entryPrice',
  'exitPrice',
  'pnl',
  'pnlPerContract',
  'leverage',
] as const;
export type TradeField = (typeof tradeFields)[number];

/** The lists of the local archive that the user filters: the histories, and the trades that are derived from one of them. */
export const archiveLists = [...historyLists, 'trades'] as const;
export type ArchiveList = (typeof archiveLists)[number];

/** Lists of which there are results. */
export const resultLists = ['order-history', 'trades'] as const;
export type ResultList = (typeof resultLists)[number];

/** The ways in which the results group the trades. */
export const tradeGroupings = ['symbol', 'side', 'leverage', 'weekday', 'hour', 'result', 'duration', 'tag'] as const;
export type TradeGrouping = (typeof tradeGroupings)[number];

/** Trades that an average needs to be certain. */
export const certainSample = 30;
