import { useSyncExternalStore } from 'react';
import type { LanguageChoice } from '../../shared/choices.ts';
import { type Language, resolveLanguage } from '../../shared/language.ts';

/** The language in which the page is to be: the chosen one, or the system's, also when that changes. */
export function useLanguage(choice: LanguageChoice): Language {
  const system = useSyncExternalStore(onSystemChange, systemLanguage);
  return choice === 'system' ? system : choice;
}

/** What the system speaks. */
export function systemLanguage(): Language {
  return resolveLanguage('system', navigator.languages);
}

function onSystemChange(tell: () => void): () => void {
  window.addEventListener('languagechange', tell);
  return () => window.removeEventListener('languagechange', tell);
}
