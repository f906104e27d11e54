import type { Language } from '../../shared/text/language.ts';
import { en } from './en.ts';
import type { Text } from './use-text.ts';

/** English is part of the page and replaces a language that cannot be loaded. */
const loaded: Partial<Record<Language, Text>> = { en };

const loaders: Record<Exclude<Language, 'en'>, () => Promise<Text>> = {
  zh: async () => (await import('./zh.ts')).zh,
};

/** Returns the texts of a language, or `null` if they are not loaded yet. */
export function loadedText(language: Language): Text | null {
  return loaded[language] ?? null;
}

/** Loads the texts of a language. Rejects if their file cannot be loaded. */
export async function loadText(language: Language): Promise<Text> {
  const text = language === 'en' ? en : (loaded[language] ?? (await loaders[language]()));
  loaded[language] = text;
  return text;
}
