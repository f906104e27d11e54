import { maxNoteLength } from '../../../shared/notes.ts';
import { countText as count } from '../number-form.ts';

/** The user's notes and tags. */
export const notes = {
  notes: {
    title: 'Note',
    placeholder: 'Add a note. Use #tags to group.',
    tags: 'Tags',
    mostUsed: (number: number) => `Tags (${count(number)} most used)`,
    noted: { only: 'With note', none: 'Without note' },
    typing: 'Saved when you leave the field',
    saving: 'Saving…',
    saved: 'Saved on this computer',
    removed: 'Note deleted',
    tooLong: (length: number) => `${count(length)} of ${count(maxNoteLength)} characters. Shorten the note to save it.`,
    failed: 'Couldn’t save the note, but your text is still here.',
    retry: 'Try again',
    changedElsewhere: 'This note was changed meanwhile. It now says:',
    removedElsewhere: 'This note was deleted meanwhile.',
    saveMine: 'Save my text',
    discardMine: 'Discard my text',
  },
};
