import { z } from 'zod';
import { densities, marginModeChoices, numberGroupings, priceColours, screens, themes } from './choices.ts';
import { historyLists } from './history.ts';
import { historyFilterSchema, timeZoneSchema } from './history-schemas.ts';

const columnName = z.string().min(1).max(60);

const columnSort = z.strictObject({ column: columnName, direction: z.enum(['ascending', 'descending']) });
export type ColumnSort = z.output<typeof columnSort>;

const tableLayoutSchema = z.strictObject({
  /** Columns in the reader's order; columns that a later version adds come after them. */
  order: z.array(columnName).max(60).default([]),
  hidden: z.array(columnName).max(60).default([]),
  /** In CSS pixels. */
  widths: z.record(columnName, z.number().int().min(30).max(2000)).default({}),
  /** The first decides; each next one where all before it are equal. Empty: the list's own order. */
  sort: z.preprocess(asList, z.array(columnSort).max(8).default([])),
});

const tablesSchema = z.partialRecord(z.enum(screens), tableLayoutSchema);

/** A filter and an order that the reader gave a name. */
const savedViewSchema = z.strictObject({
  list: z.enum(historyLists),
  name: z.string().trim().min(1).max(60),
  filter: historyFilterSchema,
  sort: z.array(columnSort).max(8),
});
export type SavedView = z.output<typeof savedViewSchema>;

const filtersSchema = z.partialRecord(z.enum(historyLists), historyFilterSchema);
const recentChoicesSchema = z.array(z.string().min(1).max(200)).max(20);
/** `local` is the zone of the machine, whatever it is at the time. */
const zoneChoiceSchema = z.union([z.literal('local'), timeZoneSchema]);

/** A value that is missing or cannot be used falls back to its default alone: one bad line never costs the others. */
export const settingsSchema = z.object({
  theme: z.enum(themes).catch('dark'),
  priceColours: z.enum(priceColours).catch('green-up'),
  density: z.enum(densities).catch('normal'),
  numberGrouping: z.enum(numberGroupings).catch('comma'),
  account: z.string().min(1).max(100).catch('demo'),
  screen: z.enum(screens).catch('open-plans'),
  marginMode: z.enum(marginModeChoices).catch('all'),
  timeZone: zoneChoiceSchema.catch('local'),
  tables: z.preprocess(onlyReadable(screens, tableLayoutSchema), tablesSchema),
  /** Of each history, as it was left. */
  filters: z.preprocess(onlyReadable(historyLists, historyFilterSchema), filtersSchema),
  views: z.preprocess(
    (views) => (Array.isArray(views) ? views.filter((view) => savedViewSchema.safeParse(view).success) : []),
    z.array(savedViewSchema),
  ),
  /** What was chosen in the command palette, the latest first. */
  recentChoices: recentChoicesSchema.catch([]),
});

export type TableLayout = z.output<typeof tableLayoutSchema>;
export type Settings = z.output<typeof settingsSchema>;

/** A change names whole top-level settings; what it does not name stays. */
export const settingsChangeSchema = z.strictObject({
  theme: z.enum(themes).optional(),
  priceColours: z.enum(priceColours).optional(),
  density: z.enum(densities).optional(),
  numberGrouping: z.enum(numberGroupings).optional(),
  account: z.string().min(1).max(100).optional(),
  screen: z.enum(screens).optional(),
  marginMode: z.enum(marginModeChoices).optional(),
  /** Tables that are named are replaced, the others stay. */
  tables: tablesSchema.optional(),
  timeZone: zoneChoiceSchema.optional(),
  /** Filters that are named are replaced, the others stay. */
  filters: filtersSchema.optional(),
  views: z.array(savedViewSchema).max(200).optional(),
  recentChoices: recentChoicesSchema.optional(),
});
export type SettingsChange = z.input<typeof settingsChangeSchema>;

/** Earlier versions knew one column, or none, to sort by. */
function asList(sort: unknown): unknown {
  if (sort === null) return [];
  return typeof sort === 'object' && !Array.isArray(sort) ? [sort] : sort;
}

/** One part that cannot be read does not cost the others. */
function onlyReadable(names: readonly string[], part: z.ZodType) {
  return (parts: unknown): unknown => {
    if (typeof parts !== 'object' || parts === null) return {};
    const entries = Object.entries(parts);
    return Object.fromEntries(entries.filter(([name, value]) => names.includes(name) && part.safeParse(value).success));
  };
}
