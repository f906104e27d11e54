import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { headerHeight, rowsAbove, rowsShift, scrollTopFor } from './row-geometry.ts';

/** The rows in sight. */
export interface RowWindow {
  /** Position of the first one. */
  first: number;
  /** The position after the last one. */
  end: number;
  /** What `first` was when the reader last stopped scrolling. */
  restingFirst: number;
  /** Nothing is scrolled away above. */
  atTop: boolean;
  /** See `rowsShift`. */
  shift: number;
  /** As many as can be in sight at once. */
  capacity: number;
}

/** Milliseconds without scrolling. Not the browser's own `scrollend`, which comes after every notch of a wheel. */
const restAfter = 200;

const nothing: RowWindow = { first: 0, end: 0, restingFirst: 0, atTop: true, shift: 0, capacity: 0 };

/**
 * Which rows are in sight. All have the same height, so that a million of them are placed by a multiplication and cost
 * nothing. Drawn anew within the scroll event: a frame never shows where rows have not been drawn yet.
 */
export function useRowWindow(scroller: RefObject<HTMLElement | null>, rowCount: number, rowHeight: number) {
  const [rows, setRows] = useState(nothing);
  const seen = useRef({ rowHeight, first: 0 });
  const isScrolling = useRef(false);

  const measure = useCallback((): void => {
    const element = scroller.current;
    if (!element) return;
    const { scrollTop } = element;
    const height = Math.max(0, element.clientHeight - headerHeight);
    const above = rowsAbove(scrollTop, rowCount, height, rowHeight);
    const next = {
      first: Math.max(0, Math.min(rowCount, Math.floor(above / rowHeight))),
      end: Math.min(rowCount, Math.ceil((above + height) / rowHeight)),
      atTop: scrollTop <= 0,
      shift: rowsShift(scrollTop, rowCount, height, rowHeight),
      capacity: Math.ceil(height / rowHeight) + 1,
    };
    seen.current = { rowHeight, first: next.first };
    setRows((before) => {
      const moved = { ...next, restingFirst: isScrolling.current ? before.restingFirst : next.first };
      return isSame(before, moved) ? before : moved;
    });
  }, [scroller, rowCount, rowHeight]);

  useLayoutEffect(() => {
    const element = scroller.current;
    // Rows of another height: the first one in sight stays the first.
    if (element && seen.current.rowHeight !== rowHeight) {
      const height = Math.max(0, element.clientHeight - headerHeight);
      element.scrollTop = scrollTopFor(seen.current.first * rowHeight, rowCount, height, rowHeight);
    }
    measure();
  }, [scroller, rowCount, rowHeight, measure]);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    let rest = 0;
    const onRest = (): void => {
      isScrolling.current = false;
      measure();
    };
    const waitForRest = (): void => {
      window.clearTimeout(rest);
      rest = window.setTimeout(onRest, restAfter);
    };
    const onScroll = (): void => {
      isScrolling.current = true;
      waitForRest();
      flushSync(measure);
    };
    if (isScrolling.current) waitForRest();
    element.addEventListener('scroll', onScroll, { passive: true });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', onScroll);
      window.clearTimeout(rest);
      observer.disconnect();
    };
  }, [scroller, measure]);

  return { rows, measure };
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
