import { useCallback, useEffect, useRef } from 'react';

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

/** A row under the pointer, or a selection of rows, which may be out of sight. */
const heldRows = '.table-row:hover, [role="grid"][data-has-selection]';

/**
 * Returns whether the user holds the rows of the table in `area`, so that they must not change places: the pointer is
 * over a row, rows are selected, the keyboard has just moved, or a row is open. The focus alone holds nothing. `area`: `null` until it is shown.
 */
export function useRowHold(area: HTMLElement | null, isOpen: boolean): () => boolean {
  const movedAt = useRef(Number.NEGATIVE_INFINITY);
  const latestOpen = useRef(isOpen);
  latestOpen.current = isOpen;
  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent): void => {
      if (movingKeys.has(key)) movedAt.current = performance.now();
    };
    area?.addEventListener('keydown', onKeyDown);
    return () => area?.removeEventListener('keydown', onKeyDown);
  }, [area]);
  return useCallback(() => {
    if (latestOpen.current || performance.now() - movedAt.current < keyHoldsForMs) return true;
    return area?.querySelector(heldRows) != null;
  }, [area]);
}
