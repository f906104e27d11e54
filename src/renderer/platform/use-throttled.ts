import { useEffect, useRef, useState } from 'react';

/** Returns the value, updated at most once per `interval` ms. The last value always arrives. */
export function useThrottled<Value>(value: Value, interval: number): Value {
  const [current, setCurrent] = useState(value);
  const updatedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const wait = Math.max(0, updatedAt.current + interval - performance.now());
    const timer = window.setTimeout(() => {
      updatedAt.current = performance.now();
      setCurrent(value);
    }, wait);
    return () => window.clearTimeout(timer);
  }, [value, interval]);
  return current;
}
