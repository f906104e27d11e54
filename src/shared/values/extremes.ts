/** Returns the smallest value; `Infinity` for none. Spread arguments, as of `Math.min`, throw for more than about 120,000 values. */
export function smallest(values: Iterable<number>): number {
  let found = Number.POSITIVE_INFINITY;
  for (const value of values) found = Math.min(found, value);
  return found;
}

/** Returns the greatest value; `-Infinity` for none. */
export function greatest(values: Iterable<number>): number {
  let found = Number.NEGATIVE_INFINITY;
  for (const value of values) found = Math.max(found, value);
  return found;
}
