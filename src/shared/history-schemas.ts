import { z } from 'zod';
import { accountIdSchema } from './account-schemas.ts';
import { maxSortColumns } from './choices.ts';
import { readDecimal } from './decimal.ts';
import { marginModes } from './domain.ts';
import { errorCodes, keychainReasons, proxyReasons } from './errors.ts';
import {
  archiveProblems,
  csvSeparators,
  datePresets,
  exportFormats,
  type HistoryFilter,
  type HistorySort,
  type HistoryState,
  historyFields,
  historyLists,
  type ModeCoverage,
  maxFilterIds,
  pnlSigns,
  syncActions,
  syncPhases,
} from './history.ts';
import { maxTagLength, noteFields } from './notes.ts';

/** A trading pair as the exchange writes it; letters of any script. */
export const symbolSchema = z
  .string()
  .min(1)
  .max(60)
  .regex(/^[^\s\p{Cc},]+$/u);
/** A zone's IANA name that this machine knows. */
export const timeZoneSchema = z.string().max(60).refine(isTimeZone, 'not a time zone');
const word = z.string().min(1).max(60);
/** A decimal in plain notation. */
export const decimalSchema: z.ZodString = z
  .string()
  .max(60)
  .refine((text) => readDecimal(text) === text, 'not a plain decimal');
export const decimalRangeSchema = z.strictObject({ from: decimalSchema.optional(), to: decimalSchema.optional() });
const day = z.iso.date();
/** See `DateCondition`. */
export const datesSchema = z.union([
  z.strictObject({ preset: z.enum(datePresets) }),
  z.strictObject({ from: day.optional(), to: day.optional() }),
  z.strictObject({ since: z.number(), before: z.number() }),
]);
/** See `HistoryFilter`. */
export const weekdaysSchema = z.array(z.number().int().min(1).max(7)).max(7);
export const hoursSchema = z.array(z.number().int().min(0).max(23)).max(24);
/** A row's key. */
export const keySchema = z.string().min(1).max(300);

const tags = z.array(z.string().min(1).max(maxTagLength)).max(200).optional();
/** See `NoteFilter`. */
export const noteFilterSchema = { tags, withoutTags: tags, noted: z.enum(['only', 'none']).optional() };

/** See `HistoryFilter`. */
export const historyFilterSchema = z.strictObject({
  symbols: z.array(symbolSchema).max(1000).optional(),
  withoutSymbols: z.array(symbolSchema).max(1000).optional(),
  sides: z
    .array(z.enum(['buy', 'sell', 'other']))
    .max(3)
    .optional(),
  kinds: z.array(word).max(100).optional(),
  withoutKinds: z.array(word).max(100).optional(),
  actions: z
    .array(z.enum(['open', 'close', 'other']))
    .max(3)
    .optional(),
  statuses: z.array(word).max(100).optional(),
  withoutStatuses: z.array(word).max(100).optional(),
  marginModes: z.array(z.enum(marginModes)).max(2).optional(),
  leverage: decimalRangeSchema.optional(),
  created: datesSchema.optional(),
  weekdays: weekdaysSchema.optional(),
  hours: hoursSchema.optional(),
  pnlSigns: z.array(z.enum(pnlSigns)).max(pnlSigns.length).optional(),
  pnl: decimalRangeSchema.optional(),
  ids: z.array(z.string().min(1).max(200)).max(maxFilterIds).optional(),
  ...noteFilterSchema,
  text: z.string().max(200).optional(),
}) satisfies z.ZodType<HistoryFilter>;

const historySortSchema = z.strictObject({
  field: z.enum(historyFields),
  direction: z.enum(['ascending', 'descending']),
}) satisfies z.ZodType<HistorySort>;

const filtered = {
  account: accountIdSchema,
  filter: historyFilterSchema,
  /** Days begin at midnight here. */
  zone: timeZoneSchema,
};
const sort = z.array(historySortSchema).max(maxSortColumns);

/** Rows from position `from` on, counted from 0, and a row whose position is wanted, too. */
export const windowSchema = {
  from: z.number().int().min(0),
  count: z.number().int().min(0).max(1000),
  anchor: keySchema.optional(),
};

export const windowQuerySchema = z.strictObject({
  ...filtered,
  /** The first decides; each next one where all before it are equal. Empty: by time, the newest first. */
  sort,
  ...windowSchema,
});
export type WindowQuery = z.output<typeof windowQuerySchema>;

const list = z.enum(historyLists);
export const listQuerySchema = z.strictObject({ account: accountIdSchema, list });
export const summaryQuerySchema = z.strictObject({ ...filtered, list });
export type SummaryQuery = z.output<typeof summaryQuerySchema>;
/** `quote`: '' for symbols without a quote currency. */
export const resultsQuerySchema = z.strictObject({ ...filtered, quote: z.string().max(60).optional() });
export type ResultsQuery = z.output<typeof resultsQuerySchema>;
export const changesQuerySchema = z.strictObject({ account: accountIdSchema, list, key: keySchema });
export const syncQuerySchema = z.strictObject({ account: accountIdSchema, list, action: z.enum(syncActions) });

/** The file of an export. */
export const exportFileSchema = {
  /** The page's own name for it, in `exportProgress`. */
  id: z.string().min(1).max(60),
  format: z.enum(exportFormats),
  separator: z.enum(csvSeparators),
  byteOrderMark: z.boolean(),
  /** Without its ending. */
  name: z.string().min(1).max(100),
};

/** The columns on the screen in their order, with their headings; `null`: every field, and the row as it was received. */
export function columnsSchema<Field extends string>(fields: readonly Field[]) {
  return z
    .array(z.strictObject({ field: z.enum(fields), heading: z.string().max(100) }))
    .min(1)
    .max(60)
    .nullable();
}

export const exportQuerySchema = z.strictObject({
  ...filtered,
  list,
  sort,
  ...exportFileSchema,
  columns: columnsSchema([...historyFields, ...noteFields]),
});
export type ExportQuery = z.output<typeof exportQuerySchema>;

const foundRows = z.strictObject({ rows: z.number(), oldest: z.number(), newest: z.number(), foundAt: z.number() });

export const historyStateSchema = z.strictObject({
  account: z.string(),
  list,
  version: z.number(),
  rows: z.number(),
  unreadable: z.number(),
  modes: z.array(
    z.strictObject({
      marginMode: z.enum(marginModes),
      rows: z.number(),
      oldest: z.number().nullable(),
      newest: z.number().nullable(),
      complete: z.boolean(),
      blocked: z.boolean(),
      verifiedAt: z.number().nullable(),
      gaps: z.array(z.strictObject({ from: z.number(), to: z.number() })),
    } satisfies Record<keyof ModeCoverage, z.ZodType>),
  ),
  phase: z.enum(syncPhases),
  fetched: z.number(),
  rate: z.number().nullable(),
  downloaded: z.number().nullable(),
  secondsLeft: z.number().nullable(),
  failure: failureSchema().nullable(),
  checkedAt: z.number().nullable(),
  verification: z.number().nullable(),
  found: foundRows.nullable(),
  damaged: foundRows.nullable(),
  oddities: z.number(),
  hasOneMode: z.boolean(),
  problem: z.strictObject({ kind: z.enum(archiveProblems), file: z.string() }).nullable(),
  // A field that is missing here would drop the whole event.
} satisfies Record<keyof HistoryState, z.ZodType>);

export const exportProgressSchema = z.strictObject({ id: z.string(), rows: z.number(), total: z.number() });

function failureSchema() {
  return z.strictObject({
    code: z.enum(errorCodes),
    message: z.string(),
    service: z
      .strictObject({
        errno: z.number().optional(),
        errmsg: z.string().optional(),
        httpStatus: z.number().optional(),
      })
      .optional(),
    retryAt: z.number().optional(),
    keychain: z.enum(keychainReasons).optional(),
    proxy: z.enum(proxyReasons).optional(),
  });
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

export const planLifeQuerySchema = z.strictObject({ account: accountIdSchema, key: keySchema });
export type PlanLifeQuery = z.output<typeof planLifeQuerySchema>;
/** The plan orders that were waiting on a day in the zone. */
export const plansOfDayQuerySchema = z.strictObject({ account: accountIdSchema, day, zone: timeZoneSchema });
export type PlansOfDayQuery = z.output<typeof plansOfDayQuerySchema>;
