import { type ReactNode, useEffect, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { Settings } from '../../shared/contract/settings.ts';
import { type Language, resolveLanguage } from '../../shared/text/language.ts';
import { notice } from '../platform/notice.ts';
import { loadedText, loadText } from '../text/load-text.ts';
import { groupNumbers, setFigureForm } from '../text/number-form.ts';
import { type Text, TextProvider } from '../text/use-text.ts';

interface LanguageProviderProps {
  language: Settings['language'];
  /** Defaults apply until the settings are read. */
  settings: Pick<Settings, 'numberGrouping' | 'figures' | 'tinyPrices'> | undefined;
  children: ReactNode;
}

/**
 * Renders its children in the selected language: nothing before a catalog is loaded, in the previous language
 * meanwhile.
 */
export function LanguageProvider({ language: choice, settings, children }: LanguageProviderProps) {
  const { numberGrouping = 'comma', figures = 'short', tinyPrices = 'full' } = settings ?? {};
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

  // Before the page is laid out: after it, each element would get its style a second time.
  useLayoutEffect(() => {
    if (text) document.documentElement.lang = text.language;
    // A notice is a sentence in the earlier language.
    notice.set(null);
  }, [text]);

  // A new text object renders every figure again, in its new form.
  const words = useMemo(() => {
    groupNumbers(numberGrouping);
    setFigureForm({ isExact: figures === 'exact', countsZeros: tinyPrices === 'counted' });
    return text && { ...text };
  }, [text, numberGrouping, figures, tinyPrices]);
  return words && <TextProvider value={words}>{children}</TextProvider>;
}

/** Returns the selected language, or the system's language, which may change. */
function useLanguage(choice: Settings['language']): Language {
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
