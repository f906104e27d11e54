import { type ReactNode, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { LanguageChoice, NumberGrouping } from '../../shared/choices.ts';
import { type Language, resolveLanguage } from '../../shared/language.ts';
import { loadedText, loadText } from '../text/load-text.ts';
import { groupNumbers } from '../text/number-groups.ts';
import { type Text, TextProvider } from '../text/use-text.ts';

interface WordsProps {
  language: LanguageChoice;
  numberGrouping: NumberGrouping;
  children: ReactNode;
}

/** Draws what is inside in the chosen language: nothing before its words are there, and in the former ones until then. */
export function LanguageProvider({ language: choice, numberGrouping, children }: WordsProps) {
  const language = useLanguage(choice);
  const [text, setText] = useState<Text | null>(() => loadedText(language));

  useEffect(() => {
    let isWanted = true;
    const show = (words: Text): void => {
      if (isWanted) setText(words);
    };
    // Without the program, where the words come from, whatever is shown stays; the first words are English then.
    loadText(language).then(show, () => setText((shown) => shown ?? loadedText('en')));
    return () => {
      isWanted = false;
    };
  }, [language]);

  useEffect(() => {
    if (text) document.documentElement.lang = text.language;
  }, [text]);

  // Whatever writes figures does so with these words: others, and it writes them anew.
  const words = useMemo(() => {
    groupNumbers(numberGrouping);
    return text && { ...text };
  }, [text, numberGrouping]);
  return words && <TextProvider value={words}>{children}</TextProvider>;
}

/** The language in which the page is to be: the chosen one, or the system's, also when that changes. */
function useLanguage(choice: LanguageChoice): Language {
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
