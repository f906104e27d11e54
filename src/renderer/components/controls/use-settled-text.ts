import { useEffect, useRef, useState } from 'react';

/** Milliseconds without a key after which what was typed is taken. */
const rest = 200;

/** A text as it is typed, handed on when the typing rests. */
export function useSettledText(value: string, apply: (text: string) => void): [string, (text: string) => void] {
  const [typed, setTyped] = useState<string | null>(null);
  const pending = useRef<{ timer: number; run: () => void } | null>(null);
  const latest = useRef(apply);
  useEffect(() => {
    latest.current = apply;
  }, [apply]);
  useEffect(() => () => pending.current?.run(), []);
  // What was handed on comes back as the value a little later; only then is there nothing to remember.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another value is what this waits for
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
    pending.current = { run, timer: window.setTimeout(run, text === '' ? 0 : rest) };
  };
  return [typed ?? value, change];
}
