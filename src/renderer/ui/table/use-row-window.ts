import { useSelector } from '@tanstack/react-store';
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useSetting } from '../../platform/settings/settings.ts';
import type { RowsInSight } from './column.ts';
import { headerHeight, maxBodyHeight, rowHeights, rowsAbove, rowsShift, scrollTopFor } from './row-geometry.ts';

/** The rows in sight, and what places them. */
export interface RowWindow extends RowsInSight {
  /** Value of `first` when the user last stopped scrolling. */
  restingFirst: number;
  /** See `rowsShift`. */
  shift: number;
  /** Maximum number of rows in sight. */
  capacity: number;
}

/** Milliseconds without a scroll event after which scrolling counts as ended. `scrollend` comes after every notch of a wheel. */
const restDelay = 200;

/** Height of the row area of the table that was measured last, in CSS pixels. The next table is usually as tall. No store, because a
 * change must draw nothing. */
let lastHeight = window.innerHeight - headerHeight;

/** Returns the window for the first drawing. Measuring the table here would force a second layout of the page. */
function firstGuess(rowCount: number, rowHeight: number): RowWindow {
  const capacity = Math.ceil(lastHeight / rowHeight) + 1;
  return { first: 0, end: Math.min(rowCount, capacity - 1), restingFirst: 0, atTop: true, shift: 0, capacity };
}

/** Returns the height of every row in CSS pixels, which the user chooses in the settings. */
export function useRowHeight(): number {
  return rowHeights[useSetting('density')];
}

/**
 * Returns the rows in sight and a function that measures them again. Rows have one height, so a multiplication places
 * any of a million rows. A scroll event renders synchronously, so no frame shows an area without rows.
 */
export function useRowWindow(scroller: RefObject<HTMLElement | null>, rowCount: number, rowHeight: number) {
  const [rows, setRows] = useState(() => firstGuess(rowCount, rowHeight));
  const maxHeight = useSelector(maxBodyHeight);
  const seen = useRef({ rowCount, rowHeight, maxHeight, above: 0 });
  const isScrolling = useRef(false);
  const drawn = useRef(rows);
  useLayoutEffect(() => {
    drawn.current = rows;
  }, [rows]);

  const measure = useCallback((): void => {
    const element = scroller.current;
    if (!element) return;
    const { above, ...next } = windowOf(element, rowCount, rowHeight);
    seen.current = { rowCount, rowHeight, maxHeight, above };
    setRows((before) => {
      const moved = { ...next, restingFirst: isScrolling.current ? before.restingFirst : next.first };
      return isSame(before, moved) ? before : moved;
    });
  }, [scroller, rowCount, rowHeight, maxHeight]);

  useLayoutEffect(() => {
    const element = scroller.current;
    const before = seen.current;
    const isRescaled = before.rowHeight !== rowHeight || before.maxHeight !== maxHeight;
    if (!element || (before.rowCount === rowCount && !isRescaled)) return;
    // The first row in sight stays the first, cut as much as before: at the end of the list, the last one stays in sight.
    if (isRescaled) {
      const height = Math.max(0, element.clientHeight - headerHeight);
      element.scrollTop = scrollTopFor(before.above * rowHeight, rowCount, height, rowHeight);
    }
    measure();
  }, [scroller, rowCount, rowHeight, maxHeight, measure]);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    let rest = 0;
    const onRest = (): void => {
      isScrolling.current = false;
      measure();
    };
    const waitForRest = (): void => {
      window.clearTimeout(rest);
      rest = window.setTimeout(onRest, restDelay);
    };
    const onScroll = (): void => {
      isScrolling.current = true;
      waitForRest();
      flushSync(measure);
    };
    if (isScrolling.current) waitForRest();
    element.addEventListener('scroll', onScroll, { passive: true });
    // The first report comes in the frame of the first layout, and missing rows are painted in that frame. If none is missing, the frame does
    // not wait for another render and for the effects of the first one.
    const observer = new ResizeObserver(() => {
      const { first, end, shift } = windowOf(element, rowCount, rowHeight);
      const before = drawn.current;
      if (before.first <= first && end <= before.end && shift === before.shift) measure();
      else flushSync(measure);
    });
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', onScroll);
      window.clearTimeout(rest);
      observer.disconnect();
    };
  }, [scroller, rowCount, rowHeight, measure]);

  return { rows, measure };
}

/** `above`: rows above the window, with the part that is cut of the first one in sight. */
function windowOf(
  element: HTMLElement,
  rowCount: number,
  rowHeight: number,
): Omit<RowWindow, 'restingFirst'> & { above: number } {
  const { scrollTop } = element;
  const height = Math.max(0, element.clientHeight - headerHeight);
  lastHeight = height;
  const above = rowsAbove(scrollTop, rowCount, height, rowHeight);
  return {
    above: above / rowHeight,
    first: Math.max(0, Math.min(rowCount, Math.floor(above / rowHeight))),
    end: Math.min(rowCount, Math.ceil((above + height) / rowHeight)),
    atTop: scrollTop <= 0,
    shift: rowsShift(scrollTop, rowCount, height, rowHeight),
    capacity: Math.ceil(height / rowHeight) + 1,
  };
}

function isSame(a: RowWindow, b: RowWindow): boolean {
  return (
    a.first === b.first &&
    a.end === b.end &&
    a.restingFirst === b.restingFirst &&
    a.atTop === b.atTop &&
    a.shift === b.shift &&
    a.capacity === b.capacity
  );
}
