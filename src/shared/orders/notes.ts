/** Texts, tags and limits of the user's notes. The schemas and types are in contract/notes.ts. */
import { foldText } from '../rows/fold-text.ts';

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

/** Fields of an export beside those of the row: the text, and the tags, separated by spaces. */
export const noteFields = ['note', 'tags'] as const;
export type NoteField = (typeof noteFields)[number];

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
