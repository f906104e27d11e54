import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type SortSnapshot, shouldResort } from '../model/stable-sort.ts';

/** Milliseconds between two looks whether an old order may be made anew. */
const lookEvery = 1000;

export interface StableSort<Value> {
  value: Value;
  /** Epoch milliseconds. */
  madeAt: number;
  /** Whether it was made from other figures than those that are shown. */
  isOld: boolean;
  makeAgain: () => void;
}

/**
 * A value that is made from live figures, and only now and then: see `isToMakeAnew`. `key` names everything else that it is made
 * from; `area`, if any, is where the pointer or the keys keep it as it is.
 */
export function useStableSort<Value>(
  make: () => Value,
  key: string,
  data: unknown,
  area?: RefObject<HTMLElement | null>,
): StableSort<Value> {
  const [asked, setAsked] = useState(0);
  const [looked, setLooked] = useState(0);
  const last = useRef<(SortSnapshot & { madeAt: number; value: Value }) | null>(null);
  const makeAgain = useCallback(() => setAsked((before) => before + 1), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for what is made, the data for when
  const calm = useMemo(() => {
    const now = Date.now();
    const isHeld = (): boolean => {
      const element = area?.current;
      if (!element) return false;
      return element.matches(':hover') || element.querySelector(':focus-visible') !== null;
    };
    const next: SortSnapshot = { key, data, asked };
    if (last.current === null || shouldResort(last.current, next, now, isHeld)) {
      last.current = { ...next, madeAt: now, value: make() };
    }
    const { value, madeAt, data: madeOf } = last.current;
    return { value, madeAt, isOld: madeOf !== data, makeAgain };
  }, [key, data, asked, looked, makeAgain, area]);
  const { isOld } = calm;
  // The pointer may leave while the figures stand still.
  useEffect(() => {
    if (!isOld) return;
    const timer = window.setInterval(() => setLooked((before) => before + 1), lookEvery);
    return () => window.clearInterval(timer);
  }, [isOld]);
  return calm;
}
