import type { Language } from '../../shared/language.ts';
import { en } from './en.ts';
import type { Text } from './use-text.ts';

/** English is part of the page and replaces a language that cannot be loaded. */
const loaded: Partial<Record<Language, Text>> = { en };

/** Returns the texts of a language, or `null` if they are not loaded yet. */
export function loadedText(language: Language): Text | null {
  return loaded[language] ?? null;
}

export async function loadText(language: Language): Promise<Text> {
  const words = loaded[language] ?? (await import('./zh.ts')).zh;
  loaded[language] = words;
  return words;
}
