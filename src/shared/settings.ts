import { z } from 'zod';
import { marginModeChoices, priceColours, screens, themes } from './choices.ts';

const columnName = z.string().min(1).max(60);

const tableLayoutSchema = z.strictObject({
  /** Columns in the reader's order; columns that a later version adds come after them. */
  order: z.array(columnName).max(60).default([]),
  hidden: z.array(columnName).max(60).default([]),
  /** In CSS pixels. */
  widths: z.record(columnName, z.number().int().min(30).max(2000)).default({}),
  sort: z
    .strictObject({ column: columnName, direction: z.enum(['ascending', 'descending']) })
    .nullable()
    .default(null),
});

/** A value that is missing or cannot be used falls back to its default alone: one bad line never costs the others. */
export const settingsSchema = z.object({
  theme: z.enum(themes).catch('dark'),
  priceColours: z.enum(priceColours).catch('green-up'),
  account: z.string().min(1).max(100).catch('demo'),
  screen: z.enum(screens).catch('open-plans'),
  marginMode: z.enum(marginModeChoices).catch('all'),
  tables: z.partialRecord(z.enum(screens), tableLayoutSchema).catch({}),
});

export type TableLayout = z.output<typeof tableLayoutSchema>;
export type Settings = z.output<typeof settingsSchema>;

/** A change names whole top-level settings; what it does not name stays. */
export const settingsChangeSchema = z.strictObject({
  theme: z.enum(themes).optional(),
  priceColours: z.enum(priceColours).optional(),
  account: z.string().min(1).max(100).optional(),
  screen: z.enum(screens).optional(),
  marginMode: z.enum(marginModeChoices).optional(),
  /** Tables that are named are replaced, the others stay. */
  tables: z.partialRecord(z.enum(screens), tableLayoutSchema).optional(),
});
export type SettingsChange = z.input<typeof settingsChangeSchema>;
