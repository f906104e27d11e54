import type { LanguageChoice } from './choices.ts';

/** The languages that Orderglass speaks. */
export type Language = Exclude<LanguageChoice, 'system'>;

/**
 * The chosen language or, for `system`, the first of `locales` that Orderglass speaks: any Chinese is told in simplified
 * characters. English where there is none. `locales` as the system has them: "zh-Hant-TW", "zh_CN.UTF-8".
 */
export function resolveLanguage(choice: LanguageChoice, locales: readonly string[]): Language {
  if (choice !== 'system') return choice;
  for (const locale of locales) {
    const [spoken] = locale.toLowerCase().split(/[-_.@]/);
    if (spoken === 'zh' || spoken === 'en') return spoken;
  }
  return 'en';
}
