import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
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

/** How tall the rows' window of a table was when last measured, in CSS pixels: that of the next one is as tall, most often. */
let lastHeight = window.innerHeight - headerHeight;

/** What is drawn before the table can be measured: asking for its height at once would have the page laid out twice. */
function firstGuess(rowCount: number, rowHeight: number): RowWindow {
  const capacity = Math.ceil(lastHeight / rowHeight) + 1;
  return { first: 0, end: Math.min(rowCount, capacity - 1), restingFirst: 0, atTop: true, shift: 0, capacity };
}

/**
 * Which rows are in sight. All have the same height, so that a million of them are placed by a multiplication and cost
 * nothing. Drawn anew within the scroll event: a frame never shows where rows have not been drawn yet.
 */
export function useRowWindow(scroller: RefObject<HTMLElement | null>, rowCount: number, rowHeight: number) {
  const [rows, setRows] = useState(() => firstGuess(rowCount, rowHeight));
  const seen = useRef({ rowCount, rowHeight, first: 0 });
  const isScrolling = useRef(false);

  const measure = useCallback((): void => {
    const element = scroller.current;
    if (!element) return;
    const { scrollTop } = element;
    const height = Math.max(0, element.clientHeight - headerHeight);
    lastHeight = height;
    const above = rowsAbove(scrollTop, rowCount, height, rowHeight);
    const next = {
      first: Math.max(0, Math.min(rowCount, Math.floor(above / rowHeight))),
      end: Math.min(rowCount, Math.ceil((above + height) / rowHeight)),
      atTop: scrollTop <= 0,
      shift: rowsShift(scrollTop, rowCount, height, rowHeight),
      capacity: Math.ceil(height / rowHeight) + 1,
    };
    seen.current = { rowCount, rowHeight, first: next.first };
    setRows((before) => {
      const moved = { ...next, restingFirst: isScrolling.current ? before.restingFirst : next.first };
      return isSame(before, moved) ? before : moved;
    });
  }, [scroller, rowCount, rowHeight]);

  useLayoutEffect(() => {
    const element = scroller.current;
    const before = seen.current;
    if (!element || (before.rowCount === rowCount && before.rowHeight === rowHeight)) return;
    // Rows of another height: the first one in sight stays the first.
    if (before.rowHeight !== rowHeight) {
      const height = Math.max(0, element.clientHeight - headerHeight);
      element.scrollTop = scrollTopFor(before.first * rowHeight, rowCount, height, rowHeight);
    }
    measure();
  }, [scroller, rowCount, rowHeight, measure]);
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
      rest = window.setTimeout(onRest, restAfter);
    };
    const onScroll = (): void => {
      isScrolling.current = true;
      waitForRest();
      flushSync(measure);
    };
    if (isScrolling.current) waitForRest();
    element.addEventListener('scroll', onScroll, { passive: true });
    // It hears of the height first within the frame that the table is laid out for, and what it changes is drawn in that frame.
    const observer = new ResizeObserver(() => flushSync(measure));
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
