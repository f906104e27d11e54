/** Results of trades: see docs/trades.md 11. */
import type { Decimal, Timestamp } from './domain.ts';
import type { DecimalRange, Results, ResultsPart } from './history.ts';
import type { TradeQuoteSummary } from './trades.ts';

/** Lists of which there are results. */
export const resultLists = ['order-history', 'trades'] as const;
export type ResultList = (typeof resultLists)[number];

/** The ways in which the results group the trades. */
export const tradeGroupings = ['symbol', 'side', 'leverage', 'weekday', 'hour', 'result', 'duration', 'tag'] as const;
export type TradeGrouping = (typeof tradeGroupings)[number];

/** Trades that an average needs to be certain. */
export const certainSample = 30;

/** An average, a rate or a ratio, with the number of trades that it is taken over. */
export interface SampleFigure {
  /** Rounded; `null` if the sample has none. */
  value: Decimal | null;
  sample: number;
  /** Approximate 95% interval of a small sample; `null` from `certainSample` trades on, and for less than two. `to`: `null` if it is unbounded. */
  interval: { from: Decimal; to: Decimal | null } | null;
}

/** Consecutive wins, or consecutive losses. */
export interface TradeRun {
  trades: number;
  /** Closing times of the first and the last of them. */
  from: Timestamp;
  to: Timestamp;
}

/** The largest fall of the realized PnL. */
export interface Drawdown {
  /** Above zero. */
  amount: Decimal;
  /** Closing time of the trade before the fall; `null` if it begins with the first trade. */
  from: Timestamp | null;
  /** Closing time of the trade with which it ends. */
  to: Timestamp;
  /** When the PnL was back; `null` if it never was. */
  recoveredAt: Timestamp | null;
}

/** A part of the closed and complete trades. */
export interface TradeGroup extends ResultsPart {
  /** The symbol, side, weekday (from 1, Monday), hour or tag, or the number of the band. A trade with several tags is in several groups. */
  name: string;
  /** PnL per trade. */
  average: SampleFigure;
  /** Of a band: its ends, and the lowest and the highest value of its trades. Durations are in milliseconds. */
  band: { from: Decimal | null; to: Decimal | null } | null;
  range: DecimalRange | null;
}

/** Results of the filtered trades in one quote currency. Everything but `open` and `incomplete` is of closed and complete trades. */
export interface TradeResults {
  version: number;
  /** Quote currencies of the filtered trades, the one with the most trades first. */
  quotes: string[];
  /** The quote currency of the other fields; '' if there is none. */
  quote: string;
  open: TradeQuoteSummary['open'];
  incomplete: TradeQuoteSummary['incomplete'];
  /** Percent. */
  winRate: SampleFigure;
  averageWin: SampleFigure;
  /** Below zero. */
  averageLoss: SampleFigure;
  profitFactor: SampleFigure;
  /** PnL per trade. */
  expectancy: SampleFigure;
  /** `null` if there is no win, and no loss. */
  longestWins: TradeRun | null;
  longestLosses: TradeRun | null;
  /** `null` if the PnL never falls. */
  drawdown: Drawdown | null;
  /** Days of closing, ascending. */
  days: Results['days'];
  groups: Record<TradeGrouping, TradeGroup[]>;
}
