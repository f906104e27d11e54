import { useEffect, useRef, useState } from 'react';

/** The value, handed on at most once in so many milliseconds; the last one always arrives. */
export function useThrottled<Value>(value: Value, interval: number): Value {
  const [passed, setPassed] = useState(value);
  const passedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const wait = Math.max(0, passedAt.current + interval - performance.now());
    const timer = window.setTimeout(() => {
      passedAt.current = performance.now();
      setPassed(value);
    }, wait);
    return () => window.clearTimeout(timer);
  }, [value, interval]);
  return passed;
}
