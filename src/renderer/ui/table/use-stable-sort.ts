import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { nextSortStep, type RowHold, type SortSnapshot } from './stable-sort.ts';

/** Milliseconds between two checks of an outdated order. */
const checkIntervalMs = 1000;

export interface StableSort<Value> {
  value: Value;
  /** Epoch milliseconds. */
  madeAt: number;
  /** True if the data has changed since. */
  isOld: boolean;
  /** What keeps a value that is due from being made again; `null` if nothing does. */
  pausedBy: RowHold | null;
  /** Makes the value from the current data. */
  makeAgain: () => void;
}

/**
 * A value that follows live data slowly, as `nextSortStep` decides. `key` stands for everything but the data that the
 * value depends on, and `sources` for the sources of the data. The value does not change while `heldBy` returns a hold.
 */
export function useStableSort<Value>(
  make: () => Value,
  key: string,
  data: unknown,
  heldBy: () => RowHold | null = () => null,
  sources = '',
): StableSort<Value> {
  const [requests, setRequests] = useState(0);
  const [checks, setChecks] = useState(0);
  const last = useRef<(SortSnapshot & { madeAt: number; value: Value }) | null>(null);
  const makeAgain = useCallback(() => setRequests((before) => before + 1), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for `make`, the data for its result
  const sort = useMemo(() => {
    const now = Date.now();
    const next: SortSnapshot = { key, data, requests, sources };
    const step = nextSortStep(last.current, next, now, heldBy);
    if (last.current === null || step === 'sort') last.current = { ...next, madeAt: now, value: make() };
    const { value, madeAt, data: madeOf } = last.current;
    return { value, madeAt, isOld: madeOf !== data, pausedBy: step === 'pause' ? heldBy() : null, makeAgain };
  }, [key, data, requests, sources, checks, makeAgain]);
  const { isOld } = sort;
  // The hold may end while the data does not change.
  useEffect(() => {
    if (!isOld) return;
    const timer = window.setInterval(() => setChecks((before) => before + 1), checkIntervalMs);
    return () => window.clearInterval(timer);
  }, [isOld]);
  return sort;
}

/** Returns how the user holds an element: by the pointer or the visible focus in it. `null` if not at all. */
export function holdOf({ current }: RefObject<HTMLElement | null>): RowHold | null {
  if (current?.matches(':hover')) return 'pointer';
  return current?.querySelector(':focus-visible') ? 'keyboard' : null;
}
