import { type LanguageChoice, languageChoices } from '../settings/choices.ts';

/** The languages of Orderglass. */
export type Language = Exclude<LanguageChoice, 'system'>;

const languages: readonly string[] = languageChoices.filter((choice) => choice !== 'system');

/**
 * Returns the chosen language. For `system`, returns the first language of `locales` that Orderglass has, or English if it has none.
 * `locales` are as the system names them: "zh-Hant-TW", "zh_CN.UTF-8". Every Chinese locale gets simplified characters.
 */
export function resolveLanguage(choice: LanguageChoice, locales: readonly string[]): Language {
  if (choice !== 'system') return choice;
  const spoken = locales.map((locale) => locale.toLowerCase().split(/[-_.@]/)[0] ?? '');
  return spoken.find((language): language is Language => languages.includes(language)) ?? 'en';
}
