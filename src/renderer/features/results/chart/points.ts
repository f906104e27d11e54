/**
 * Returns the index of the ascending value nearest to `target`, the earlier of two equally near; -1 if there is none.
 */
export function nearestIndex(ascending: readonly number[], target: number): number {
  let low = 0;
  let high = ascending.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    const here = ascending[middle] ?? 0;
    const next = ascending[middle + 1] ?? 0;
    // The middle between two values belongs to the earlier one.
    if (target - here <= next - target) high = middle;
    else low = middle + 1;
  }
  return high;
}

/** Returns the index of the band that contains `part`, out of `count` equal bands from 0 to 1. Clamps `part`. */
export function bandAt(part: number, count: number): number {
  return Math.min(count - 1, Math.max(0, Math.floor(part * count)));
}

/** Returns the index to which a key moves among `count` points; `null` for another key. */
export function stepAmongPoints(key: string, index: number, count: number): number | null {
  const last = count - 1;
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowUp':
      return Math.max(0, index - 1);
    case 'ArrowRight':
    case 'ArrowDown':
      return Math.min(last, index + 1);
    case 'PageUp':
      return Math.max(0, index - 10);
    case 'PageDown':
      return Math.min(last, index + 10);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return null;
  }
}
