import { z } from 'zod';
import { accountIdSchema } from './account-schemas.ts';
import { keySchema } from './history-schemas.ts';
import { cleanNote, maxNoteKeys, maxNoteLength, maxNotesPerPart, noteKinds } from './notes.ts';

const kind = z.enum(noteKinds);

/** A note as the user typed it. Longer texts are accepted if they are short enough without what `cleanNote` removes. */
const noteText = z
  .string()
  .max(maxNoteLength * 4)
  .transform(cleanNote)
  .refine((text) => text.length <= maxNoteLength, 'too long');

export const planNotesQuerySchema = z.strictObject({
  account: accountIdSchema,
  keys: z.array(keySchema).max(maxNoteKeys),
});
export type PlanNotesQuery = z.output<typeof planNotesQuerySchema>;

export const noteChangeSchema = z.strictObject({
  account: accountIdSchema,
  kind,
  /** The key of the row. Of a trade: the key of any of its orders. */
  key: keySchema,
  /** '' removes the note. */
  text: noteText,
  /** The note that the caller has read; '' for none. If it is another one by now, nothing is saved. */
  before: z.string().max(100_000),
});
export type NoteChange = z.output<typeof noteChangeSchema>;

/** Tags of the notes of one kind, or of all. */
export const tagQuerySchema = z.strictObject({ account: accountIdSchema, kind: kind.optional() });
export type TagQuery = z.output<typeof tagQuerySchema>;

const idSchema = z.string().min(1).max(300);
const noteSchema = z.strictObject({ kind, id: idSchema, text: noteText.refine((text) => text !== '', 'empty') });

export const noteListQuerySchema = z.strictObject({
  account: accountIdSchema,
  /** `null` for the first part. */
  from: z
    .strictObject({ archive: z.number().int().min(0), last: z.strictObject({ kind, id: idSchema }).nullable() })
    .nullable(),
});
export type NoteListQuery = z.output<typeof noteListQuerySchema>;

export const noteImportSchema = z.strictObject({
  account: accountIdSchema,
  notes: z.array(noteSchema).max(maxNotesPerPart),
});
export type NoteImport = z.output<typeof noteImportSchema>;

/** The notes of a file, by the names of their accounts. */
export const fileNotesSchema = z
  .array(z.strictObject({ account: z.string().max(1000), notes: z.array(noteSchema).max(1_000_000) }))
  .max(1000);
