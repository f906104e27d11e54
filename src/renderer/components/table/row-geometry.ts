import type { Density } from '../../../shared/choices.ts';

/**
 * In CSS pixels; the style sheets have the same (styles/tokens.css). Multiples of 4, so that rows can be placed anywhere in the tallest
 * body, and low enough for a million of them to fit into one.
 */
export const rowHeights: Readonly<Record<Density, number>> = { comfortable: 32, normal: 28, compact: 24 };
export const headerHeight = 40;

/** Chromium lays out no element that is taller than about 33.5 million pixels: a longer list scrolls in larger steps. */
const tallestBody = 33_000_000;
/** Beyond 2^24 pixels the browser places an element at whole multiples of this only. */
const placeableStep = 4;

export function bodyHeight(rowCount: number, rowHeight: number): number {
  return Math.min(rowCount * rowHeight, tallestBody);
}

/** How many pixels of rows lie above the upper edge of the rows' window, which is `windowHeight` tall. */
export function rowsAbove(scrollTop: number, rowCount: number, windowHeight: number, rowHeight: number): number {
  return scrollTop * pace(rowCount, windowHeight, rowHeight);
}

/** The `scrollTop` at which that many pixels of rows lie above the window. */
export function scrollTopFor(above: number, rowCount: number, windowHeight: number, rowHeight: number): number {
  return above / pace(rowCount, windowHeight, rowHeight);
}

/** What is added to `position * rowHeight` for the place of a row in the body; 0 unless the list is taller than a body can be. */
export function rowsShift(scrollTop: number, rowCount: number, windowHeight: number, rowHeight: number): number {
  const shift = scrollTop - rowsAbove(scrollTop, rowCount, windowHeight, rowHeight);
  return Math.round(shift / placeableStep) * placeableStep;
}

/** Pixels of rows for one pixel of scrolling. */
function pace(rowCount: number, windowHeight: number, rowHeight: number): number {
  const whole = rowCount * rowHeight;
  if (whole <= tallestBody) return 1;
  return (whole - windowHeight) / (tallestBody - windowHeight);
}
