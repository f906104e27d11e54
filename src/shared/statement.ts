/** Statements of an account, derived from the orders of its local history: see docs/statement.md. */
import type { Decimal, MarginMode, Timestamp } from './domain.ts';
import type { Day } from './history.ts';
import type { Position } from './trades.ts';

/** Figures of a symbol or of a quote currency. Amounts are gross, in the quote currency. */
export interface StatementFigures {
  /** "USDT" of "BTC-USDT". */
  quote: string;
  /** Sums of the PnL above zero, of the PnL below zero, and of both. */
  gains: Decimal;
  losses: Decimal;
  net: Decimal;
  /** Complete trades that were closed in the span, and incomplete ones whose last order was created in it. */
  trades: number;
  incompleteTrades: number;
  /** Orders that were created in the span. */
  orders: number;
}

/** Where orders of a margin mode may be missing, as far as a statement depends on them. */
export interface StatementCoverage {
  marginMode: MarginMode;
  /** Orders created before this time may be missing, but none before the span's end. `null`: the history reaches back to the first order. */
  backTo: Timestamp | null;
  /** Gaps that begin before the span's end, the newest first: orders after `from` and before `to` may be missing. */
  gaps: { from: Timestamp; to: Timestamp }[];
}

/** A statement of the orders that were created from `start` (inclusive) to `end` (exclusive). */
export interface Statement {
  /** That of the order history. Not a part of the statement: the same orders give the same statement at every version. */
  version: number;
  /** First and last day in `zone`, an IANA name. */
  from: Day;
  to: Day;
  zone: string;
  start: Timestamp;
  end: Timestamp;
  /** By quote currency, then by symbol. */
  symbols: ({ symbol: string } & StatementFigures)[];
  /** By quote currency. */
  totals: StatementFigures[];
  /** Open positions at the start and at the end, as the orders created before tell, by symbol. */
  opening: Position[];
  closing: Position[];
  coverage: StatementCoverage[];
  /** The newest orders were last read then, at most `end`: later ones may be missing. `null`: they have not been read yet. */
  readUntil: Timestamp | null;
  /** Orders that could not be read, at any time. The statement does not include them. */
  unreadable: number;
  /** Orders that were created in the span, and earlier ones of trades that were open then or have an order in the span. */
  orders: number;
  earlierOrders: number;
  /** SHA-256 (hex) over these orders. */
  hash: string;
}
