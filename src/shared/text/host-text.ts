import type { LanguageChoice } from '../settings/choices.ts';
import { type HostText, hostTextEn } from './host-en.ts';
import { hostTextZh } from './host-zh.ts';
import { type Language, resolveLanguage } from './language.ts';

const hostTexts: Readonly<Record<Language, HostText>> = { en: hostTextEn, zh: hostTextZh };

/** Returns the texts of the hosts in the selected language. `locale` is that of the system. */
export function hostText(choice: LanguageChoice, locale: string): HostText {
  return hostTexts[resolveLanguage(choice, [locale])];
}
