/** What the queries on all filtered, sorted lists of the local history have in common. */
import { z } from 'zod';
import { sortDirections } from '../rows/sort-rows.ts';
import { maxSortColumns } from '../settings/choices.ts';
import { countSchema } from './values.ts';

/** Grows with every change of a list's rows: parts of different versions do not fit together. */
export const versionSchema = z.number();

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
