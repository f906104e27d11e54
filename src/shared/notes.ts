/**
 * The user's notes on orders, plan orders and trades. They are kept beside the rows of an account's local history and never sent to the
 * exchange. The schemas are in note-schemas.ts, so that the page does not load zod.
 */
import { foldText } from './rows/fold-text.ts';

/** `plan`: a plan order, open or historical. `trade`: see docs/trades.md 10. */
export const noteKinds = ['order', 'plan', 'trade'] as const;
export type NoteKind = (typeof noteKinds)[number];

/** Maximum length of a note in UTF-16 code units. */
export const maxNoteLength = 2000;
/** Maximum number of keys of a query. */
export const maxNoteKeys = 2000;
/** Maximum number of notes of a part, in both directions. */
export const maxNotesPerPart = 500;
/** Maximum length of a tag in UTF-16 code units. A longer word is no tag. */
export const maxTagLength = 60;

/** Conditions of a filter on the notes of rows. A row needs one of the tags. */
export interface NoteFilter {
  /** As `tagsOf` returns them. */
  tags?: string[] | undefined;
  /** A row with any of these tags is left out. */
  withoutTags?: string[] | undefined;
  /** `only`: rows with a note alone. `none`: rows without a note alone. */
  noted?: 'only' | 'none' | undefined;
}

/** A row with the user's note. */
export interface Noted {
  /** Missing if the row has no note. */
  note?: string;
}

/** Fields of an export beside those of the row: the text, and the tags, separated by spaces. */
export const noteFields = ['note', 'tags'] as const;
export type NoteField = (typeof noteFields)[number];

/** A stored note. */
export interface Note {
  kind: NoteKind;
  /** ID of the order or plan order. Of a trade: the ID of one of its orders. */
  id: string;
  text: string;
}

/** A place in the order in which an account's notes are listed. */
export interface NotePlace {
  /** Place of the archive among those of the account, from 0. */
  archive: number;
  /** The last note that was read in it; `null` for none. */
  last: Pick<Note, 'kind' | 'id'> | null;
}

/** A part of an account's notes. `next`: where the next part begins; `null` after the last part. */
export interface NotePart {
  notes: Note[];
  next: NotePlace | null;
}

/** What became of imported notes. `kept`: rows with another note, which stays. */
export interface ImportedNotes {
  added: number;
  /** Notes that were there already. */
  same: number;
  kept: number;
}

/** `changed`: the stored note is no longer the one that the caller has read, and nothing was saved. `text`: the stored note. */
export interface NoteOutcome {
  outcome: 'saved' | 'changed';
  text: string;
}

/** A tag and the number of notes that contain it. */
export interface TagCount {
  tag: string;
  notes: number;
}

/** Control characters except the line feed and the tab, and halves of characters. */
const unwanted = /(?![\n\t])[\p{Cc}\p{Cs}]/gu;

/** Returns a note as it is stored: without control characters, with line feeds at the ends of lines, without white space around it. */
export function cleanNote(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll(unwanted, '').trim();
}

/** The usual number sign, and those of Chinese keyboards. */
const numberSigns = '#＃﹟';
const anyNumberSign = new RegExp(`[${numberSigns}]`);
/** A number sign within a word or an address begins no tag. */
const tagStart = String.raw`(?<![\p{L}\p{M}\p{N}_&/${numberSigns}])[${numberSigns}]`;
const tagCharacter = String.raw`[\p{L}\p{M}\p{N}_-]`;
const tagPattern = new RegExp(`${tagStart}(${tagCharacter}+)`, 'gu');
/** Finds the tag that is being typed at the end of a text. Its first group is the tag without the number sign, which may be empty. */
export const typedTagPattern = new RegExp(`${tagStart}(${tagCharacter}*)$`, 'u');

/** Returns the tags of a note without the number sign, in lower case, each once. */
export function tagsOf(text: string): string[] {
  if (!anyNumberSign.test(text)) return [];
  const found = [...foldText(text).matchAll(tagPattern)].map(([, word = '']) => word.toLowerCase());
  return [...new Set(found)].filter((tag) => tag.length <= maxTagLength);
}
