/** The position of the value nearest to `wanted` among ascending ones, the earlier of two that are as near; -1 where there is none. */
export function nearestPosition(ascending: readonly number[], wanted: number): number {
  let low = 0;
  let high = ascending.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    const here = ascending[middle] ?? 0;
    const next = ascending[middle + 1] ?? 0;
    // Halfway to the next still belongs to this one.
    if (wanted - here <= next - wanted) high = middle;
    else low = middle + 1;
  }
  return high;
}

/** Which of `count` equal bands from 0 to 1 a place is in; the outermost also for what lies outside. */
export function bandAt(place: number, count: number): number {
  return Math.min(count - 1, Math.max(0, Math.floor(place * count)));
}

/** Where a key leads among `count` points; `null` for a key that leads nowhere. */
export function stepAmongPoints(key: string, position: number, count: number): number | null {
  const last = count - 1;
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowUp':
      return Math.max(0, position - 1);
    case 'ArrowRight':
    case 'ArrowDown':
      return Math.min(last, position + 1);
    case 'PageUp':
      return Math.max(0, position - 10);
    case 'PageDown':
      return Math.min(last, position + 10);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return null;
  }
}
