import { maxNoteLength } from '../../../shared/orders/notes.ts';
import { countText as count } from '../number-form.ts';
import { counted } from './counted.ts';

/** The user's notes and tags. */
export const notes = {
  notes: {
    title: 'Note',
    /** Item of a row's menu. */
    write: 'Note…',
    placeholder: 'Note, #tags',
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
    inFile: 'Include notes',
    inFileExplained:
      'The file then includes the notes and names of all accounts. Anyone who has the file can read them.',
    notRead: 'Couldn’t read the notes, so nothing was exported.',
    importOf: (number: number, account: string) => `${counted(number, 'note', 'notes')} of ${account}`,
    importInto: (account: string) => `Account for the notes of ${account}`,
    importNot: 'Don’t import',
    importOnly: (file: string) => `${file} has the same settings as yours, and notes:`,
    importExplained: 'A row that already has another note keeps it.',
    imported: (added: number, kept: number) =>
      kept === 0
        ? `${counted(added, 'note', 'notes')} imported`
        : `${counted(added, 'note', 'notes')} imported, ${count(kept)} skipped because their rows have other notes`,
    notImported: 'Couldn’t import all of the notes.',
    /** Before an account is removed with its archive. */
    removal: {
      question: (number: number) =>
        `The archive has ${counted(number, 'note', 'notes')} of yours. What should happen to them?`,
      choices: { save: 'Save to a file first', delete: 'Delete' },
      save: 'Save notes',
      notCounted: 'Couldn’t read the notes in the archive. They will be deleted with it.',
      saved: (file: string) =>
        `Check that ${file} was saved, then remove the account. You can import it under Settings.`,
    },
    /** Below the results by tag. `kind`: the word for orders or trades. `more`: tags that are not in the chart. */
    inEachTag: (kind: string, more: number) =>
      `${kind} with several tags count in each.${more > 0 ? ` ${counted(more, 'more tag is', 'more tags are')} in the table.` : ''}`,
  },
};
