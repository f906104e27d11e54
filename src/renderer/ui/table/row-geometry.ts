import { createAtom } from '@tanstack/react-store';
import type { Settings } from '../../../shared/contract/settings.ts';

// TanStack Virtual does not place the rows. Measured with version 3.14.26 and 1,000,000 rows in Chromium, it takes 25 ms before
// the first row, 21 ms for every appended page and 4 MiB of memory, and it cannot scale the scrolling of a longer list. The
// arithmetic of this file depends on no number of rows.

/**
 * Row heights in CSS pixels, equal to those in ui/tokens.css. They are multiples of 4, so that a row can be placed
 * exactly anywhere in the tallest body.
 */
export const rowHeights: Readonly<Record<Settings['density'], number>> = { comfortable: 32, normal: 28, compact: 24 };
export const headerHeight = 40;

/** Maximum height of an element in pixels of the screen. Chromium and WebKit draw 33,554,428 of them, whatever the scale. */
const maxScreenHeight = 33_000_000;
/**
 * Maximum height of an element in CSS pixels. Firefox 153 gives a taller one than 17,895,697 no height at all, and Firefox 140 draws nothing
 * below half of it. Only Firefox knows `-moz-orient`.
 */
const maxElementHeight = globalThis.CSS?.supports('-moz-orient', 'inline') ? 8_900_000 : Number.POSITIVE_INFINITY;

/** Maximum height of the body in CSS pixels on the screen of the window. In a longer list, a scrolled pixel stands for several. */
export const maxBodyHeight = createAtom(maxHeightAt(globalThis.devicePixelRatio ?? 1));

/** `pixelRatio`: pixels of the screen for a CSS pixel. */
export function maxHeightAt(pixelRatio: number): number {
  return Math.floor(Math.min(maxElementHeight, maxScreenHeight / pixelRatio));
}

/** Follows the zoom of the page and a move of its window to another screen. */
function followPixelRatio(): void {
  const isSame = window.matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`);
  const update = (): void => {
    maxBodyHeight.set(maxHeightAt(window.devicePixelRatio));
    followPixelRatio();
  };
  isSame.addEventListener('change', update, { once: true });
}
if ('matchMedia' in globalThis) followPixelRatio();

/** Step in CSS pixels in which Chromium places an element beyond 2^24 pixels. */
const placeableStep = 4;

export function bodyHeight(rowCount: number, rowHeight: number): number {
  return Math.min(rowCount * rowHeight, maxBodyHeight.get());
}

/** Returns the pixels of rows above the window of rows, which is `windowHeight` pixels tall. */
export function rowsAbove(scrollTop: number, rowCount: number, windowHeight: number, rowHeight: number): number {
  return scrollTop * scale(rowCount, windowHeight, rowHeight);
}

/** Returns the `scrollTop` at which `above` pixels of rows lie above the window. */
export function scrollTopFor(above: number, rowCount: number, windowHeight: number, rowHeight: number): number {
  return above / scale(rowCount, windowHeight, rowHeight);
}

/** Returns the offset of a row in the body from `position * rowHeight`. 0 unless the scrolling is scaled. */
export function rowsShift(scrollTop: number, rowCount: number, windowHeight: number, rowHeight: number): number {
  const shift = scrollTop - rowsAbove(scrollTop, rowCount, windowHeight, rowHeight);
  return Math.round(shift / placeableStep) * placeableStep;
}

/** Returns the pixels of rows that pass for one pixel of scrolling. */
function scale(rowCount: number, windowHeight: number, rowHeight: number): number {
  const whole = rowCount * rowHeight;
  const height = maxBodyHeight.get();
  if (whole <= height) return 1;
  return (whole - windowHeight) / (height - windowHeight);
}
