import { type RefObject, useCallback, useEffect, useRef } from 'react';
import type { RowHold } from './stable-sort.ts';

/** Milliseconds for which a key that moves the active cell holds the rows. */
const keyHoldsForMs = 5000;

const movingKeys: ReadonlySet<string> = new Set([
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'PageUp',
  'PageDown',
  'Home',
  'End',
]);

/**
 * Returns how the user holds the rows of the table in `area`: a row is open, rows are selected, the pointer is over a
 * row, or the keyboard has just moved. `null` if the rows are free; the focus alone holds nothing. `area` is shown as long as the caller.
 */
export function useRowHold(area: RefObject<HTMLElement | null>, isOpen: boolean): () => RowHold | null {
  const movedAt = useRef(Number.NEGATIVE_INFINITY);
  const latestOpen = useRef(isOpen);
  latestOpen.current = isOpen;
  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent): void => {
      if (movingKeys.has(key)) movedAt.current = performance.now();
    };
    const { current } = area;
    current?.addEventListener('keydown', onKeyDown);
    return () => current?.removeEventListener('keydown', onKeyDown);
  }, [area]);
  return useCallback(() => {
    if (latestOpen.current) return 'details';
    // The selected rows may be out of sight.
    if (area.current?.querySelector('.table[data-has-selection]')) return 'selection';
    if (area.current?.querySelector('.table-row:hover')) return 'pointer';
    return performance.now() - movedAt.current < keyHoldsForMs ? 'keyboard' : null;
  }, [area]);
}
