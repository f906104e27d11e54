/** The schemas of filters, derived from their parts (orders/filter-parts.ts). */
import { z } from 'zod';
import { type FilterPart, type FilterParts, noteParts } from '../orders/filter-parts.ts';
import { datePresets, maxFilterIds } from '../orders/history.ts';
import { maxJointAccounts } from '../orders/joint.ts';
import { maxTagLength } from '../orders/notes.ts';
import {
  accountIdSchema,
  type DecimalRange,
  daySchema,
  decimalRangeSchema,
  symbolSchema,
  timestampSchema,
  wordSchema,
} from './values.ts';

/**
 * Days in the time zone of the query, or a span from `since` up to but excluding `before`. A preset refers to the time of the query.
 */
export const dateConditionSchema = z.union([
  z.strictObject({ preset: z.enum(datePresets) }),
  z.strictObject({ from: daySchema.optional(), to: daySchema.optional() }),
  z.strictObject({ since: timestampSchema, before: timestampSchema }),
]);
export type DateCondition = z.output<typeof dateConditionSchema>;

const milliseconds = z.number().min(0).max(1e15);
/** Milliseconds. Includes both ends; a missing end is open. */
const durationRangeSchema = z.strictObject({ from: milliseconds.optional(), to: milliseconds.optional() });
export type DurationRange = z.output<typeof durationRangeSchema>;

/** The value of a part. An array is met by any of its values. */
type PartValue<Part> = Part extends { kind: 'choice' | 'signs'; values: readonly (infer Value)[] }
  ? Value[]
  : Part extends { kind: keyof PlainValues }
    ? PlainValues[Part['kind']]
    : string[];
interface PlainValues {
  text: string;
  dates: DateCondition;
  numbers: number[];
  range: DecimalRange;
  duration: DurationRange;
  flag: 'only' | 'none';
}

/** Returns the members of the schema of a filter. A row must meet all of its parts. */
export function filterShape<const Parts extends FilterParts>(parts: Parts) {
  const schemas = Object.entries(parts).map(([name, part]) => [name, schemaOf(part, parts).optional()]);
  return Object.fromEntries(schemas) as {
    [Name in keyof Parts]: z.ZodOptional<z.ZodType<PartValue<Parts[Name]>>>;
  };
}

/** Values of open sets by their field. */
const openSets: Readonly<Record<string, z.ZodType>> = {
  symbol: z.array(symbolSchema).max(1000),
  quote: z.array(z.string().max(60)).max(100),
  tag: z.array(z.string().min(1).max(maxTagLength)).max(200),
};

function schemaOf(part: FilterPart, parts: FilterParts): z.ZodType {
  switch (part.kind) {
    case 'text':
      return z.string().max(200);
    case 'ids':
      return z.array(z.string().min(1).max(200)).max(maxFilterIds);
    case 'accounts':
      return z.array(accountIdSchema).max(maxJointAccounts);
    case 'dates':
      return dateConditionSchema;
    case 'values':
      return openSets[part.field] ?? z.array(wordSchema).max(100);
    case 'without':
      return schemaOf(parts[part.of] as FilterPart, parts);
    case 'choice':
    case 'signs':
      return z.array(z.enum(part.values)).max(part.values.length);
    case 'numbers':
      return z.array(z.number().int().min(part.from).max(part.to)).max(part.to - part.from + 1);
    case 'range':
      return decimalRangeSchema;
    case 'duration':
      return durationRangeSchema;
    case 'flag':
      return z.enum(part.values);
  }
}

const noteFilterSchema = z.strictObject(filterShape(noteParts));
export type NoteFilter = z.output<typeof noteFilterSchema>;
