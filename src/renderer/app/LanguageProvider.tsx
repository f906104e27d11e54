import { type ReactNode, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { LanguageChoice, NumberGrouping } from '../../shared/choices.ts';
import { type Language, resolveLanguage } from '../../shared/language.ts';
import { loadedText, loadText } from '../text/load-text.ts';
import { groupNumbers } from '../text/number-groups.ts';
import { type Text, TextProvider } from '../text/use-text.ts';

interface LanguageProviderProps {
  language: LanguageChoice;
  numberGrouping: NumberGrouping;
  children: ReactNode;
}

/**
 * Renders its children in the selected language: nothing before a catalogue is loaded, in the previous language
 * meanwhile.
 */
export function LanguageProvider({ language: choice, numberGrouping, children }: LanguageProviderProps) {
  const language = useLanguage(choice);
  const [text, setText] = useState<Text | null>(() => loadedText(language));

  useEffect(() => {
    let isCurrent = true;
    const show = (words: Text): void => {
      if (isCurrent) setText(words);
    };
    // If the host is gone, the shown language stays, or the page starts in English.
    loadText(language).then(show, () => setText((shown) => shown ?? loadedText('en')));
    return () => {
      isCurrent = false;
    };
  }, [language]);

  useEffect(() => {
    if (text) document.documentElement.lang = text.language;
  }, [text]);

  // A new text object renders every figure again, with the new digit grouping.
  const words = useMemo(() => {
    groupNumbers(numberGrouping);
    return text && { ...text };
  }, [text, numberGrouping]);
  return words && <TextProvider value={words}>{children}</TextProvider>;
}

/** Returns the selected language, or the system's language, which may change. */
function useLanguage(choice: LanguageChoice): Language {
  const system = useSyncExternalStore(onSystemChange, systemLanguage);
  return choice === 'system' ? system : choice;
}

/** Returns the best supported language for the system's preferences. */
export function systemLanguage(): Language {
  return resolveLanguage('system', navigator.languages);
}

function onSystemChange(listener: () => void): () => void {
  window.addEventListener('languagechange', listener);
  return () => window.removeEventListener('languagechange', listener);
}
