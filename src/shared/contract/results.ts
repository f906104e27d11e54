/** Results of orders, and of trades (docs/results.md 1). */
import { z } from 'zod';
import { tradeGroupings } from '../orders/trades.ts';
import type { Question } from './channel.ts';
import { filtered } from './history.ts';
import { versionSchema } from './lists.ts';
import { filteredTrades, tradeSumSchema } from './trades.ts';
import {
  afterSchema,
  countSchema,
  daySchema,
  decimalRangeSchema,
  decimalSchema,
  feesSchema,
  ratesSchema,
  timestampSchema,
} from './values.ts';

const decimal = decimalSchema.nullable();

/** Members of a part of the results. */
const resultsPart = {
  pnl: decimalSchema,
  /** Number of orders, or of trades. */
  count: countSchema,
  wins: countSchema,
  losses: countSchema,
  fees: feesSchema.optional(),
};
const resultsPartSchema = z.strictObject(resultsPart);
export type ResultsPart = z.output<typeof resultsPartSchema>;

/** Days with orders or trades, ascending. `total`: exact sum up to the end of the day. */
const resultDaysSchema = z.array(z.strictObject({ ...resultsPart, day: daySchema, total: decimalSchema }));

/** The largest fall of the realized PnL. */
const fall = {
  /** Above zero. */
  amount: decimalSchema,
  /** Closing time of the trade, or creation of the order, before the fall; `null` if the fall begins with the first one. */
  from: timestampSchema.nullable(),
  /** That of the one with which the fall ends. */
  to: timestampSchema,
  /** When the PnL was back; `null` if it never was. */
  recoveredAt: timestampSchema.nullable(),
  after: afterSchema,
};

/** PnL of a filtered list in one quote currency: gross, dated by the order's creation in the query's time zone. */
const resultsSchema = z.strictObject({
  version: versionSchema,
  /** Quote currencies of the filtered list, the one with the most rows first. */
  quotes: z.array(z.string()),
  /** The quote currency of the other fields; '' without rows. */
  quote: z.string(),
  days: resultDaysSchema,
  /** Sorted by PnL, the highest first. */
  symbols: z.array(z.strictObject({ ...resultsPart, symbol: z.string() })),
  /** Orders by the tags of their notes, sorted like the symbols. An order with several tags is in several parts. */
  tags: z.array(z.strictObject({ ...resultsPart, tag: z.string() })),
  /** Orders by account, in the order of the accounts; only of several accounts together. */
  accounts: z.array(z.strictObject({ ...resultsPart, account: z.string() })),
  /** Seven parts, Monday first. */
  weekdays: z.array(resultsPartSchema).length(7),
  /** 24 parts, the hour after midnight first. */
  hours: z.array(resultsPartSchema).length(24),
  /** Of the orders by creation, so that part-closes of an open trade count; `null` if the PnL never falls. */
  drawdown: z.strictObject(fall).nullable(),
});
export interface Results extends z.output<typeof resultsSchema> {}

/** Trades of which the order of executions is uncertain (docs/trades.md 2.4). */
const uncertain = countSchema;

/** An average, a rate or a ratio, with the number of trades that it is taken over. */
const sampleFigureSchema = z.strictObject({
  /** Rounded; `null` if the sample has none. */
  value: decimal,
  sample: countSchema,
  /** Approximate 95% interval; `null` if the sample tells none (docs/results.md 1.5). `to`: `null` if it is unbounded. */
  interval: z.strictObject({ from: decimalSchema, to: decimal }).nullable(),
  after: afterSchema,
});
export type SampleFigure = z.output<typeof sampleFigureSchema>;

/** Consecutive wins, or consecutive losses. */
const tradeStreakSchema = z.strictObject({
  trades: countSchema,
  /** Closing times of the first and the last of them. */
  from: timestampSchema,
  to: timestampSchema,
  uncertain,
});
export type TradeStreak = z.output<typeof tradeStreakSchema>;

const drawdownSchema = z.strictObject({ ...fall, uncertain });
export type Drawdown = z.output<typeof drawdownSchema>;

/** A part of the closed and complete trades. */
const tradeGroupSchema = z.strictObject({
  ...resultsPart,
  /** The symbol, side, weekday (from 1, Monday), hour or tag, or the number of the bin. A trade with several tags is in several groups. */
  name: z.string(),
  /** PnL per trade. */
  average: sampleFigureSchema,
  /** Percent; `null` without wins and losses. */
  winRate: decimal,
  /** PnL per win, and per loss; `null` without any. */
  averageWin: decimal,
  averageLoss: decimal,
  averageWinAfter: afterSchema,
  averageLossAfter: afterSchema,
  /** Of a bin: its ends, and the lowest and the highest value of its trades. Durations are in milliseconds. */
  bin: z.strictObject({ from: decimal, to: decimal }).nullable(),
  range: decimalRangeSchema.nullable(),
  uncertain,
});
export type TradeGroup = z.output<typeof tradeGroupSchema>;

/** Results of the filtered trades in one quote currency. Everything but `open` and `incomplete` is of closed and complete trades. */
const tradeResultsSchema = z.strictObject({
  version: versionSchema,
  /** Quote currencies of the filtered trades, the one with the most trades first. */
  quotes: z.array(z.string()),
  /** The quote currency of the other fields; '' without rows. */
  quote: z.string(),
  open: tradeSumSchema,
  incomplete: tradeSumSchema,
  uncertain,
  /** Percent. */
  winRate: sampleFigureSchema,
  averageWin: sampleFigureSchema,
  /** Below zero. */
  averageLoss: sampleFigureSchema,
  profitFactor: sampleFigureSchema,
  /** PnL per trade. */
  expectancy: sampleFigureSchema,
  /** `null` if there is no win, and no loss. */
  longestWins: tradeStreakSchema.nullable(),
  longestLosses: tradeStreakSchema.nullable(),
  /** `null` if the PnL never falls. */
  drawdown: drawdownSchema.nullable(),
  /** Days of closing. */
  days: resultDaysSchema,
  groups: z.record(z.enum(tradeGroupings), z.array(tradeGroupSchema)),
});
export interface TradeResults extends z.output<typeof tradeResultsSchema> {}

export const resultQuestions = {
  readResults: {
    title: 'PnL of orders',
    description:
      'Breaks the PnL of the orders that match a filter down by day, symbol, tag, account, weekday, and hour.',
    /** Default of `quote`: the currency with the most rows. */
    input: z.strictObject({ ...filtered, quote: z.string().max(60).optional(), rates: ratesSchema.optional() }),
    output: resultsSchema,
  },
  readTradeResults: {
    title: 'Results of trades',
    description: 'Shows win rate, expectancy, streaks, drawdown, and groups of the closed trades that match a filter.',
    /** Default of `quote`: the currency with the most trades. */
    input: z.strictObject({ ...filteredTrades, quote: z.string().max(60).optional(), rates: ratesSchema.optional() }),
    output: tradeResultsSchema,
  },
} satisfies Record<string, Question>;
