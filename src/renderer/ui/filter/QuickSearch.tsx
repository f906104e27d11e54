import { useEffect, useRef, useState } from 'react';
import { useText } from '../../text/use-text.ts';
import { SearchField } from '../controls/SearchField.tsx';

/** Maximum length of the free text in a request. */
const maxTextLength = 200;

interface QuickSearchProps {
  value: string;
  onChange: (words: string) => void;
}

/** The filter's free text, which is searched in IDs and symbols. */
export function QuickSearch({ value, onChange }: QuickSearchProps) {
  const text = useText();
  const [typed, setTyped] = useDelayedText(value, onChange);
  return (
    <SearchField
      value={typed}
      onChange={(words) => setTyped(words.slice(0, maxTextLength))}
      label={text.filter.quick}
      clearLabel={text.filter.clearQuick}
    />
  );
}

/** Milliseconds after the last key press until the typed text applies. */
const typingDelayMs = 200;

/** Returns the text to show and the function to change it. Calls `apply` after the typing delay, for '' immediately. */
function useDelayedText(value: string, apply: (text: string) => void): [string, (text: string) => void] {
  const [typed, setTyped] = useState<string | null>(null);
  const pending = useRef<{ timer: number; run: () => void } | null>(null);
  const latest = useRef(apply);
  useEffect(() => {
    latest.current = apply;
  }, [apply]);
  useEffect(() => () => pending.current?.run(), []);
  // The applied text returns as `value` in a later render. Until then the typed text is shown.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs for a new value
  useEffect(() => {
    if (!pending.current) setTyped(null);
  }, [value]);

  const change = (text: string): void => {
    setTyped(text);
    if (pending.current) window.clearTimeout(pending.current.timer);
    const run = (): void => {
      if (pending.current) window.clearTimeout(pending.current.timer);
      pending.current = null;
      latest.current(text);
    };
    pending.current = { run, timer: window.setTimeout(run, text === '' ? 0 : typingDelayMs) };
  };
  return [typed ?? value, change];
}
