import type { TagCount } from '../../../shared/contract/notes.ts';
import { typedTagPattern } from '../../../shared/orders/notes.ts';
import { foldText } from '../../../shared/rows/fold-text.ts';

/** Maximum number of tags that are offered. */
const maxOffered = 6;

/** Returns the start of the tag before the caret, without the number sign; `null` if the caret is not in a tag. */
export function typedTagAt(text: string, caret: number): string | null {
  return typedTagPattern.exec(text.slice(0, caret))?.[1] ?? null;
}

/** Returns the tags that begin with what was typed. */
export function offeredTags(tags: readonly TagCount[], typed: string): string[] {
  const start = foldText(typed).toLowerCase();
  const found = tags.filter(({ tag }) => tag.startsWith(start) && tag !== start);
  return found.slice(0, maxOffered).map(({ tag }) => tag);
}

/** Returns the text with the typed start replaced by a tag, and the new place of the caret. */
export function withTag(text: string, caret: number, typed: string, tag: string): { text: string; caret: number } {
  const before = text.slice(0, caret - typed.length) + tag;
  const after = text.slice(caret);
  const space = /^\s/.test(after) ? '' : ' ';
  return { text: before + space + after, caret: before.length + 1 };
}
