/** Trades and positions that are derived from the orders of an account's local history: see docs/trades.md. The service sends neither. */
import type { Decimal, MarginMode, Order, Timestamp } from './domain.ts';
import {
  type DateCondition,
  type DecimalRange,
  type HistoryFilter,
  historyLists,
  type PnlSign,
  type PnlSummary,
} from './history.ts';
import type { Noted, NoteFilter } from './notes.ts';
import type { SortDirection } from './rows/row-order.ts';

export const positionSides = ['long', 'short'] as const;
export type PositionSide = (typeof positionSides)[number];

export const tradeStates = ['open', 'closed'] as const;
export type TradeState = (typeof tradeStates)[number];

/** Why a trade is incomplete (docs/trades.md 4). */
export const incompleteReasons = ['more-closed', 'missing-start', 'gap', 'unplaced'] as const;
export type IncompleteReason = (typeof incompleteReasons)[number];

/** A round trip of one symbol, margin mode and position side (docs/trades.md 5). Quantities are in contracts. */
export interface Trade extends Noted {
  /** Key of its first order. Another key if an older order is found. */
  key: string;
  symbol: string;
  marginMode: MarginMode;
  /** `null` for an `unplaced` trade, as are its state, quantities and prices. */
  side: PositionSide | null;
  state: TradeState | null;
  openedAt: Timestamp;
  /** `null` while it is open. */
  closedAt: Timestamp | null;
  /** Milliseconds; `null` while it is open. */
  duration: number | null;
  /** Number of its orders. */
  orders: number;
  largestSize: Decimal | null;
  openedQuantity: Decimal | null;
  closedQuantity: Decimal | null;
  entryPrice: Decimal | null;
  exitPrice: Decimal | null;
  /** Gross, in the quote currency. */
  pnl: Decimal;
  /** PnL divided by the closed quantity. */
  pnlPerContract: Decimal | null;
  /** Highest leverage of its orders. */
  leverage: Decimal | null;
  /** Empty for a complete trade. */
  incomplete: IncompleteReason[];
}

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

/** Trades without a value come last in both directions. Equal trades are ordered by their opening, the newest first. */
export interface TradeSort {
  field: TradeField;
  direction: SortDirection;
}

/** Milliseconds. Includes both ends; a missing end is open. */
export interface DurationRange {
  from?: number | undefined;
  to?: number | undefined;
}

/** Conditions that a trade must all meet. An array is met by any of its values. */
export interface TradeFilter extends NoteFilter {
  symbols?: string[] | undefined;
  withoutSymbols?: string[] | undefined;
  /** Quote currencies; '' for symbols without one. */
  quotes?: string[] | undefined;
  /** An `unplaced` trade meets no condition on its side or state. */
  sides?: PositionSide[] | undefined;
  states?: TradeState[] | undefined;
  marginModes?: MarginMode[] | undefined;
  pnlSigns?: Exclude<PnlSign, 'none'>[] | undefined;
  pnl?: DecimalRange | undefined;
  leverage?: DecimalRange | undefined;
  largestSize?: DecimalRange | undefined;
  duration?: DurationRange | undefined;
  /** Times of opening and of closing. */
  opened?: DateCondition | undefined;
  closed?: DateCondition | undefined;
  /** Weekdays and hours of opening in the query's time zone, as in `HistoryFilter`. */
  weekdays?: number[] | undefined;
  hours?: number[] | undefined;
  /** `only`: incomplete trades alone. `none`: complete trades alone. */
  incomplete?: 'only' | 'none' | undefined;
  /** Words that must all occur in the symbol, in the ID of one of the trade's orders, or in the note on the trade. */
  text?: string | undefined;
}

/** The lists of the local archive that the user filters: the histories, and the trades that are derived from one of them. */
export const archiveLists = [...historyLists, 'trades'] as const;
export type ArchiveList = (typeof archiveLists)[number];

/** The filter of each list. */
export interface ListFilters {
  'order-history': HistoryFilter;
  'plan-history': HistoryFilter;
  trades: TradeFilter;
}

/** PnL of one quote currency. The parts are never added: together they are the sum of the orders (docs/trades.md 5). */
export interface TradeQuoteSummary {
  quote: string;
  /** Complete closed trades: sum, wins, losses and averages. */
  closed: PnlSummary;
  open: { trades: number; sum: Decimal };
  incomplete: { trades: number; sum: Decimal };
}

/** Totals of a filtered list of trades. */
export interface TradeSummary {
  version: number;
  trades: number;
  /** Complete trades by state, and incomplete ones. */
  closed: number;
  open: number;
  incomplete: number;
  /** Sorted by the number of trades, the most first. */
  quotes: TradeQuoteSummary[];
}

/** What is held of one symbol, margin mode and position side, as far as the orders tell (docs/trades.md 6). */
export interface Position {
  symbol: string;
  marginMode: MarginMode;
  side: PositionSide;
  /** In contracts. */
  quantity: Decimal;
  /** Average of what is still held; `null` if an order has no average price. */
  entryPrice: Decimal | null;
  since: Timestamp;
  /** Key of the open trade. */
  trade: string;
  incomplete: IncompleteReason[];
}

/** All open positions, by symbol. */
export interface Positions {
  /** That of the order history. */
  version: number;
  positions: Position[];
  /** For each moment of the query: true if a position of its symbol and margin mode was open then. */
  wereOpen: boolean[];
}

/** The size of a symbol's contract as its trades show it (docs/trades.md 7). The service does not send it. */
export interface ContractSize {
  version: number;
  /** In the base currency; `null` if the trades do not agree on a size. */
  size: Decimal | null;
  /** Measurable trades that allow the size, and all of them. */
  agreeing: number;
  trades: number;
}

/** An order of a trade. */
export interface TradeOrder {
  order: Order & Noted;
  /** Size of the position after the order; `null` for an order that is a trade of its own. */
  size: Decimal | null;
}

/** A part of the orders of a trade, the oldest first. */
export interface TradeOrders {
  version: number;
  /** The trade that contains the order that the query named; `null` if the order does not count, or is not stored. */
  trade: Trade | null;
  /** False if the PnL disagrees with the prices and the observed contract size; `null` if that is unknown. */
  pnlFits: boolean | null;
  orders: TradeOrder[];
}
