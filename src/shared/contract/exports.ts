/** Exports of lists to files. */
import { z } from 'zod';
import {
  csvSeparators,
  decimalSigns,
  endFields,
  exportFormats,
  historyFields,
  historyLists,
  pnlFields,
  statementFiles,
  statementSheetFields,
} from '../orders/history.ts';
import { noteFields } from '../orders/notes.ts';
import { tradeFields } from '../orders/trades.ts';
import type { Channel } from './channel.ts';
import { filtered, historySortSchema } from './history.ts';
import { backward, isForward, statementQuery } from './statement.ts';
import { filteredTrades, tradeSortSchema } from './trades.ts';
import { accountIdSchema, archiveIdSchema, countSchema, ratesSchema } from './values.ts';

/** The file of an export. */
const file = {
  /** The page's own name for it, in `exportProgress`. */
  id: z.string().min(1).max(60),
  format: z.enum(exportFormats),
  separator: z.enum(csvSeparators),
  decimalSign: z.enum(decimalSigns),
  byteOrderMark: z.boolean(),
  /** Without its ending. */
  name: z.string().min(1).max(100),
};

/** Names of the accounts of a joint archive, as the page shows them: the file has them beside each row. */
const accountNames = { accountNames: z.record(accountIdSchema, z.string().max(1000)).optional() };

/** The columns on the screen in their order, with their headings; `null`: every field, and the row as it was received. */
function columnsSchema<const Fields extends readonly string[]>(fields: Fields) {
  return z
    .array(z.strictObject({ field: z.enum(fields), heading: z.string().max(100) }))
    .min(1)
    .max(60)
    .nullable();
}

const exportQuerySchema = z.strictObject({
  ...filtered,
  list: z.enum(historyLists),
  sort: historySortSchema,
  ...file,
  columns: columnsSchema([...historyFields, ...endFields, ...pnlFields, ...noteFields, 'account']),
  rates: ratesSchema.optional(),
  ...accountNames,
});
export type ExportQuery = z.output<typeof exportQuerySchema>;

const tradeExportQuerySchema = z.strictObject({
  ...filteredTrades,
  sort: tradeSortSchema,
  ...file,
  columns: columnsSchema([...tradeFields, 'r', 'incomplete', ...pnlFields, ...noteFields, 'account']),
  rates: ratesSchema.optional(),
  ...accountNames,
});
export type TradeExportQuery = z.output<typeof tradeExportQuerySchema>;

const statementExportQuerySchema = z
  .strictObject({
    ...statementQuery,
    /** Several accounts only for `symbols`. */
    account: archiveIdSchema,
    of: z.enum(statementFiles).default('records'),
    ...file,
    /** Headings of `symbols`. `null`: the names of the fields. */
    columns: columnsSchema(statementSheetFields).default(null),
    ...accountNames,
  })
  .refine(isForward, backward);
export type StatementExportQuery = z.output<typeof statementExportQuerySchema>;

/** A file that was written: its path in Electron; in the browser host, an address from which it can be downloaded once. */
export const exportPlaceSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('file'), path: z.string() }),
  z.strictObject({ kind: z.literal('download'), address: z.string(), name: z.string() }),
]);
export type ExportPlace = z.output<typeof exportPlaceSchema>;

/** `null` if the user chose no file. */
const exportOutcomeSchema = z
  .strictObject({ rows: countSchema, bytes: countSchema, place: exportPlaceSchema })
  .nullable();
export type ExportOutcome = z.output<typeof exportOutcomeSchema>;

const exportProgressSchema = z.strictObject({
  /** The page's identifier of the export. */
  id: z.string(),
  rows: countSchema,
  total: countSchema,
});
export type ExportProgress = z.output<typeof exportProgressSchema>;

/** Each writes a filtered, sorted list to a file. A canceled call leaves no file behind. */
export const exportChannels = {
  exportHistory: { input: exportQuerySchema, output: exportOutcomeSchema },
  exportTrades: { input: tradeExportQuerySchema, output: exportOutcomeSchema },
  exportStatement: { input: statementExportQuerySchema, output: exportOutcomeSchema },
} satisfies Record<string, Channel>;

export const exportEvents = { exportProgress: exportProgressSchema };
