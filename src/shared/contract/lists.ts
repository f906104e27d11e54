/** What the queries on all filtered, sorted lists of the local history have in common. */
import { z } from 'zod';
import { datePresets } from '../orders/history.ts';
import { maxJointAccounts } from '../orders/joint.ts';
import { sortDirections } from '../rows/sort-rows.ts';
import { maxSortColumns } from '../settings/choices.ts';
import { marginModes } from '../values/domain.ts';
import { noteFilter } from './notes.ts';
import {
  accountIdSchema,
  countSchema,
  daySchema,
  decimalRangeSchema,
  symbolSchema,
  timestampSchema,
} from './values.ts';

/** Grows with every change of a list's rows: parts of different versions do not fit together. */
export const versionSchema = z.number();

/**
 * Days in the time zone of the query, or a span from `since` up to but excluding `before`. A preset refers to the time of the query.
 */
export const dateConditionSchema = z.union([
  z.strictObject({ preset: z.enum(datePresets) }),
  z.strictObject({ from: daySchema.optional(), to: daySchema.optional() }),
  z.strictObject({ since: timestampSchema, before: timestampSchema }),
]);
export type DateCondition = z.output<typeof dateConditionSchema>;

/** Members of the filters of orders and of trades. */
export const commonFilter = {
  /** IDs of accounts of a joint archive. Has no effect on the archive of a single account. */
  accounts: z.array(accountIdSchema).max(maxJointAccounts).optional(),
  symbols: z.array(symbolSchema).max(1000).optional(),
  /** A row that has any of the values is left out, like in `withoutKinds` and `withoutStatuses`. */
  withoutSymbols: z.array(symbolSchema).max(1000).optional(),
  marginModes: z.array(z.enum(marginModes)).max(2).optional(),
  leverage: decimalRangeSchema.optional(),
  pnl: decimalRangeSchema.optional(),
  /** Weekdays in the query's time zone: 1 is Monday, 7 is Sunday. Of an order: of its creation; of a trade: of its opening. */
  weekdays: z.array(z.number().int().min(1).max(7)).max(7).optional(),
  /** Hours in the query's time zone, 0 to 23, of the same time. */
  hours: z.array(z.number().int().min(0).max(23)).max(24).optional(),
  ...noteFilter,
  /** Words that must all occur in the symbol, the note, or the ID (of a trade: of one of its orders), ignoring case and compatibility forms. */
  text: z.string().max(200).optional(),
};

/** Returns the schema of a sort by some fields: the first decides, each next one where all before it are equal. */
export function sortSchema<const Fields extends readonly string[]>(fields: Fields) {
  return z.array(z.strictObject({ field: z.enum(fields), direction: z.enum(sortDirections) })).max(maxSortColumns);
}

/** The account of a row, as a member of the row. Only in a joint archive, in which the key of the row is that of `jointKey`. */
export const ofAccount = { account: z.string().exactOptional() };

/** Members of a query on a part of a list. */
export const part = {
  /** Position of the first row, counted from 0. */
  from: countSchema,
  count: countSchema.max(1000),
};

/** A part of a filtered, sorted list. Positions count from 0. */
export function windowSchema<Row extends z.ZodType>(row: Row) {
  return z.strictObject({
    rows: z.array(row),
    /** Number of rows of the whole filtered list. */
    total: countSchema,
    version: versionSchema,
    /** Position of the row that the query named as its anchor; `null` if the row is not in the list, or none was named. */
    anchor: countSchema.nullable(),
  });
}
export type HistoryWindow<Row> = z.output<ReturnType<typeof windowSchema<z.ZodType<Row>>>>;
