import { type RefObject, useEffect, useRef } from 'react';

/** Widths in CSS pixels of the pinned columns at both sides. */
export interface PinnedWidths {
  start: number;
  end: number;
}

/** Width in CSS pixels that pinned columns leave for the others. In a narrower table, pinned columns scroll, too. */
const minScrolledWidth = 160;

/**
 * Marks the table for its style sheet: `data-under-start` and `data-under-end` while scrolled columns lie under the pinned
 * ones, `data-unpinned` while the table is too narrow to pin any. Returns the widths that cover the scrolled columns.
 */
export function usePinnedEdges(
  scroller: RefObject<HTMLElement | null>,
  { start, end, total }: PinnedWidths & { total: number },
): RefObject<PinnedWidths> {
  const covered = useRef<PinnedWidths>({ start, end });

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const mark = (): void => {
      const { scrollLeft, clientWidth } = element;
      const isPinning = start + end + minScrolledWidth <= clientWidth;
      covered.current = isPinning ? { start, end } : { start: 0, end: 0 };
      element.toggleAttribute('data-unpinned', !isPinning);
      element.toggleAttribute('data-under-start', isPinning && scrollLeft > 0);
      element.toggleAttribute('data-under-end', isPinning && scrollLeft + clientWidth < total - 1);
    };
    // Captured, to read the position before the listener of the rows changes the page: reading it after would force a layout.
    element.addEventListener('scroll', mark, { passive: true, capture: true });
    // Reports the first size, too, once the page has been laid out.
    const observer = new ResizeObserver(mark);
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', mark, { capture: true });
      observer.disconnect();
    };
  }, [scroller, start, end, total]);

  return covered;
}
