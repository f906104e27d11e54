import { z } from 'zod';
import { accountIdSchema } from './account-schemas.ts';
import { maxSortColumns } from './choices.ts';
import { marginModes } from './domain.ts';
import type { Day } from './history.ts';
import {
  columnsSchema,
  datesSchema,
  decimalRangeSchema,
  exportFileSchema,
  hoursSchema,
  keySchema,
  noteFilterSchema,
  symbolSchema,
  timeZoneSchema,
  weekdaysSchema,
  windowSchema,
} from './history-schemas.ts';
import { noteFields } from './notes.ts';
import { positionSides, type TradeFilter, type TradeSort, tradeFields, tradeStates } from './trades.ts';

const milliseconds = z.number().min(0).max(1e15);

/** See `TradeFilter`. */
export const tradeFilterSchema = z.strictObject({
  symbols: z.array(symbolSchema).max(1000).optional(),
  withoutSymbols: z.array(symbolSchema).max(1000).optional(),
  quotes: z.array(z.string().max(60)).max(100).optional(),
  sides: z.array(z.enum(positionSides)).max(positionSides.length).optional(),
  states: z.array(z.enum(tradeStates)).max(tradeStates.length).optional(),
  marginModes: z.array(z.enum(marginModes)).max(marginModes.length).optional(),
  pnlSigns: z
    .array(z.enum(['profit', 'loss', 'zero']))
    .max(3)
    .optional(),
  pnl: decimalRangeSchema.optional(),
  leverage: decimalRangeSchema.optional(),
  largestSize: decimalRangeSchema.optional(),
  duration: z.strictObject({ from: milliseconds.optional(), to: milliseconds.optional() }).optional(),
  opened: datesSchema.optional(),
  closed: datesSchema.optional(),
  weekdays: weekdaysSchema.optional(),
  hours: hoursSchema.optional(),
  incomplete: z.enum(['only', 'none']).optional(),
  ...noteFilterSchema,
  text: z.string().max(200).optional(),
}) satisfies z.ZodType<TradeFilter>;

const tradeSortSchema = z.strictObject({
  field: z.enum(tradeFields),
  direction: z.enum(['ascending', 'descending']),
}) satisfies z.ZodType<TradeSort>;

const filtered = {
  account: accountIdSchema,
  filter: tradeFilterSchema,
  /** Days begin at midnight here. */
  zone: timeZoneSchema,
};

/** The first decides; each next one where all before it are equal. Empty: by opening, the newest first. */
const sort = z.array(tradeSortSchema).max(maxSortColumns);

/** `anchor`: the key of a trade, or of any of its orders. */
export const tradeWindowQuerySchema = z.strictObject({
  ...filtered,
  sort,
  ...windowSchema,
});
export type TradeWindowQuery = z.output<typeof tradeWindowQuerySchema>;

export const tradeSummaryQuerySchema = z.strictObject(filtered);
export type TradeSummaryQuery = z.output<typeof tradeSummaryQuerySchema>;

export const tradeResultsQuerySchema = z.strictObject({ ...filtered, quote: z.string().max(60).optional() });
export type TradeResultsQuery = z.output<typeof tradeResultsQuerySchema>;

export const tradeOrdersQuerySchema = z.strictObject({
  account: accountIdSchema,
  /** The key of a trade, or of any of its orders. */
  key: keySchema,
  from: windowSchema.from,
  count: windowSchema.count,
});
export type TradeOrdersQuery = z.output<typeof tradeOrdersQuerySchema>;

export const tradeExportQuerySchema = z.strictObject({
  ...filtered,
  sort,
  ...exportFileSchema,
  columns: columnsSchema([...tradeFields, 'incomplete', ...noteFields]),
});
export type TradeExportQuery = z.output<typeof tradeExportQuerySchema>;

/** First and last day of a statement, in its time zone. */
const spanOfDays = { from: z.iso.date(), to: z.iso.date() };
const isForward = ({ from, to }: { from: Day; to: Day }) => from <= to;

export const statementQuerySchema = z
  .strictObject({ account: accountIdSchema, ...spanOfDays, zone: timeZoneSchema })
  .refine(isForward, 'the last day is before the first');
export type StatementQuery = z.output<typeof statementQuerySchema>;

export const statementExportQuerySchema = z
  .strictObject({ account: accountIdSchema, ...spanOfDays, zone: timeZoneSchema, ...exportFileSchema })
  .refine(isForward, 'the last day is before the first');
export type StatementExportQuery = z.output<typeof statementExportQuerySchema>;

export const contractSizeQuerySchema = z.strictObject({ account: accountIdSchema, symbol: symbolSchema });

export const positionsQuerySchema = z.strictObject({
  account: accountIdSchema,
  /** Moments at which a position may have been open: for example the creation of plan orders. */
  moments: z
    .array(z.strictObject({ symbol: symbolSchema, marginMode: z.enum(marginModes), at: z.number() }))
    .max(2000)
    .optional(),
});
export type PositionsQuery = z.output<typeof positionsQuerySchema>;
