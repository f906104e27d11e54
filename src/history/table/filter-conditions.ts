import type { DurationRange } from '../../shared/contract/filters.ts';
import type { DecimalRange } from '../../shared/contract/values.ts';
import type { FilterPart, FilterParts } from '../../shared/orders/filter-parts.ts';
import type { PnlSign } from '../../shared/orders/history.ts';
import type { CodeColumn } from './code-column.ts';
import type { DecimalColumn } from './decimal-column.ts';
import type { NoteColumn } from './note-column.ts';
import type { MaskBuilder } from './row-mask.ts';

/** Removes the rows that a part of a filter does not keep. Returns the steps in which it does so, unless it is done. */
type Condition = (mask: MaskBuilder, value: never) => Iterable<void> | void;
/** The condition of each part but dates, weekdays and hours. The parts are applied in this order, so the dearest come last. */
export type Conditions = Readonly<Record<string, Condition>>;

/**
 * Returns what the parts of a filter keep that refer to a column of their field. One on a column that the table does not have is ignored.
 * `nameOf`: returns the latest name of a symbol.
 */
export function columnConditions(parts: FilterParts, columns: object, nameOf: (symbol: string) => string): Conditions {
  const found = Object.entries(parts).flatMap(([name, part]) => {
    const condition = columnCondition(part, parts, columns, nameOf);
    return condition === null ? [] : [[name, condition] as const];
  });
  return Object.fromEntries(found);
}

function columnCondition(
  part: FilterPart,
  parts: FilterParts,
  columns: object,
  nameOf: (symbol: string) => string,
): Condition | null {
  const kept = part.kind === 'without' ? parts[part.of] : part;
  const field = part.kind === 'accounts' ? 'account' : kept && 'field' in kept ? kept.field : '';
  const column = (columns as Readonly<Record<string, unknown>>)[field];
  if (column === undefined) return null;
  const words = column as CodeColumn;
  const decimals = column as DecimalColumn;
  const named = (values: readonly string[]) => (field === 'symbol' ? values.map(nameOf) : values);
  switch (part.kind) {
    case 'accounts':
    case 'values':
      return (mask, values: readonly string[]) => mask.keepValues(words, named(values));
    case 'without':
      return (mask, values: readonly string[]) => mask.dropValues(words, named(values));
    case 'choice':
      return part.values.includes('other')
        ? (mask, values: readonly string[]) => mask.keepKnownValues(words, values)
        : (mask, values: readonly string[]) => mask.keepValues(words, values);
    case 'signs':
      return (mask, signs: readonly PnlSign[]) => mask.keepSigns(decimals, signs);
    case 'range': {
      if (part.or === undefined) return (mask, range: DecimalRange) => mask.keepRange(decimals, range);
      const prices = [part.field, ...part.or].flatMap((name) => (columns as Record<string, DecimalColumn>)[name] ?? []);
      return (mask, range: DecimalRange) => mask.keepAnyPrice(prices, range);
    }
    case 'duration':
      return (mask, { from, to }: DurationRange) =>
        mask.keepRange(decimals, { from: wholeText(from), to: wholeText(to) });
    default:
      return null;
  }
}

function wholeText(value: number | undefined): string | undefined {
  return value === undefined ? undefined : String(Math.round(value));
}

/** Returns what the parts on the notes of rows keep. `numberOf`: returns the number for which the note of a row counts. */
export function noteConditions(notes: NoteColumn, numberOf: (row: number) => number = (row) => row): Conditions {
  return {
    tags: (mask, tags: readonly string[]) => mask.keepNoted(notes.rowsWith(tags).map(numberOf), true),
    withoutTags: (mask, tags: readonly string[]) => mask.keepNoted(notes.rowsWith(tags).map(numberOf), false),
    noted: (mask, noted: 'only' | 'none') => mask.keepNoted(Array.from(notes.rows, numberOf), noted === 'only'),
  };
}
