import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type SortSnapshot, shouldResort } from '../model/stable-sort.ts';

/** Milliseconds between two checks of an outdated order. */
const checkIntervalMs = 1000;

export interface StableSort<Value> {
  value: Value;
  /** Epoch milliseconds. */
  madeAt: number;
  /** True if the data has changed since. */
  isOld: boolean;
  /** Makes the value from the current data. */
  makeAgain: () => void;
}

/**
 * A value that follows live data slowly, as `shouldResort` decides. `key` stands for everything but the data that the
 * value depends on. The value does not change while the pointer or the focus is in `area`.
 */
export function useStableSort<Value>(
  make: () => Value,
  key: string,
  data: unknown,
  area?: RefObject<HTMLElement | null>,
): StableSort<Value> {
  const [requests, setRequests] = useState(0);
  const [checks, setChecks] = useState(0);
  const last = useRef<(SortSnapshot & { madeAt: number; value: Value }) | null>(null);
  const makeAgain = useCallback(() => setRequests((before) => before + 1), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for `make`, the data for its result
  const sort = useMemo(() => {
    const now = Date.now();
    const isHeld = (): boolean => {
      const element = area?.current;
      if (!element) return false;
      return element.matches(':hover') || element.querySelector(':focus-visible') !== null;
    };
    const next: SortSnapshot = { key, data, requests };
    if (last.current === null || shouldResort(last.current, next, now, isHeld)) {
      last.current = { ...next, madeAt: now, value: make() };
    }
    const { value, madeAt, data: madeOf } = last.current;
    return { value, madeAt, isOld: madeOf !== data, makeAgain };
  }, [key, data, requests, checks, makeAgain, area]);
  const { isOld } = sort;
  // The pointer may leave the area while the data does not change.
  useEffect(() => {
    if (!isOld) return;
    const timer = window.setInterval(() => setChecks((before) => before + 1), checkIntervalMs);
    return () => window.clearInterval(timer);
  }, [isOld]);
  return sort;
}
