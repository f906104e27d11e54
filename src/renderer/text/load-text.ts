import type { Language } from '../../shared/language.ts';
import { en } from './en.ts';
import type { Text } from './use-text.ts';

/** English is at hand from the start: it also stands in for what cannot be fetched. */
const loaded: Partial<Record<Language, Text>> = { en };

/** The words of a language, where they have been fetched already. */
export function loadedText(language: Language): Text | null {
  return loaded[language] ?? null;
}

export async function loadText(language: Language): Promise<Text> {
  const words = loaded[language] ?? (await import('./zh.ts')).zh;
  loaded[language] = words;
  return words;
}
