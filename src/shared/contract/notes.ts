/**
 * The user's notes on orders, plan orders and trades. They are kept in a file of their account and never sent to the exchange.
 */
import { z } from 'zod';
import { cleanNote, maxNoteKeys, maxNoteLength, maxNotesPerPart, noteKinds } from '../orders/notes.ts';
import type { Question } from './channel.ts';
import { accountIdSchema, archiveIdSchema, countSchema, keySchema } from './values.ts';

const kind = z.enum(noteKinds);

/** The user's note on a row, as a member of the row. Missing if the row has no note. */
export const noted = { note: z.string().exactOptional() };
const notedSchema = z.strictObject(noted);
export type Noted = z.output<typeof notedSchema>;

/** A note as the user typed it. Longer texts are accepted if they are short enough without what `cleanNote` removes. */
const noteText = z
  .string()
  .max(maxNoteLength * 4)
  .transform(cleanNote)
  .refine((text) => text.length <= maxNoteLength, 'too long');
const noteId = z.string().min(1).max(300);

/** A stored note. */
export const noteSchema = z.strictObject({
  kind,
  /** ID of the order or plan order. Of a trade: the ID of one of its orders. */
  id: noteId,
  text: noteText.refine((text) => text !== '', 'empty'),
});
export type Note = z.output<typeof noteSchema>;

/** The last note of the part before. */
const notePositionSchema = noteSchema.pick({ kind: true, id: true });
export type NotePosition = z.output<typeof notePositionSchema>;

/** A part of an account's notes. `next`: where the next part begins; `null` after the last part. */
const notePartSchema = z.strictObject({ notes: z.array(noteSchema), next: notePositionSchema.nullable() });
export type NotePart = z.output<typeof notePartSchema>;

/** What became of imported notes. `kept`: rows with another note, which stays. */
const importedNotesSchema = z.strictObject({
  added: countSchema,
  /** Notes that were there already. */
  same: countSchema,
  kept: countSchema,
});
export type ImportedNotes = z.output<typeof importedNotesSchema>;

const noteChangeSchema = z.strictObject({
  account: accountIdSchema,
  kind,
  /** The key of the row. Of a trade: the key of any of its orders. A row without an ID has no note, because nothing finds it again. */
  key: keySchema.refine((key) => key.indexOf(':') !== key.length - 1, 'no ID'),
  /** '' removes the note. */
  text: noteText,
  /** The note that the caller has read; '' for none. If it is another one by now, nothing is saved. */
  before: z.string().max(100_000),
});
export type NoteChange = z.output<typeof noteChangeSchema>;

/** `changed`: the stored note is no longer the one that the caller has read, and nothing was saved. `text`: the stored note. */
const noteOutcomeSchema = z.strictObject({ outcome: z.enum(['saved', 'changed']), text: z.string() });
export type NoteOutcome = z.output<typeof noteOutcomeSchema>;

/** A tag and the number of notes that contain it. */
const tagCountSchema = z.strictObject({ tag: z.string(), notes: countSchema });
export type TagCount = z.output<typeof tagCountSchema>;

/** The notes of a file, by the names of their accounts. Each note is read on its own. */
export const fileNotesSchema = z
  .array(z.strictObject({ account: z.string().max(1000), notes: z.array(z.unknown()).max(1_000_000) }))
  .max(1000);

export const noteQuestions = {
  readPlanNotes: {
    title: 'Notes on plan orders',
    description: 'Returns the notes on the given plan orders that have one.',
    input: z.strictObject({ account: accountIdSchema, keys: z.array(keySchema).max(maxNoteKeys) }),
    output: z.array(z.strictObject({ key: z.string(), text: z.string() })),
  },
  saveNote: {
    title: 'Save a note',
    description:
      'Saves a note on an order, a plan order, or a trade on this computer, and never sends it to the exchange.',
    input: noteChangeSchema,
    output: noteOutcomeSchema,
  },
  readTags: {
    title: 'Tags',
    description: 'Lists the tags of the notes, those of the most notes first.',
    /** Tags of the notes of one kind, or of all. */
    input: z.strictObject({ account: archiveIdSchema, kind: kind.optional() }),
    output: z.array(tagCountSchema),
  },
  listNotes: {
    title: 'All notes',
    description: 'Lists all notes of an account, a part at a time.',
    /** `from`: `null` for the first part. */
    input: z.strictObject({ account: accountIdSchema, from: notePositionSchema.nullable() }),
    output: notePartSchema,
  },
  countNotes: {
    title: 'Number of notes',
    description: 'Counts all notes of an account.',
    input: z.strictObject({ account: accountIdSchema }),
    output: z.strictObject({ notes: countSchema }),
  },
  importNotes: {
    title: 'Import notes',
    description: 'Adds notes to orders, plan orders, and trades, and keeps a different note that exists.',
    input: z.strictObject({ account: accountIdSchema, notes: z.array(noteSchema).max(maxNotesPerPart) }),
    output: importedNotesSchema,
  },
} satisfies Record<string, Question>;

export const noteEvents = {
  /** Notes of an account have changed. Rows with other notes are also a change of their list. */
  notesChanged: z.strictObject({ account: z.string() }),
};
