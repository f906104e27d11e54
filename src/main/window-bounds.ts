import { z } from 'zod';
import type { ProgramWindow } from '../shared/choices.ts';

/** In device-independent pixels, as Electron has them. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

const pixels = z.number().int();

export const windowPlaceSchema = z.object({
  x: pixels,
  y: pixels,
  width: pixels.positive(),
  height: pixels.positive(),
  maximized: z.boolean(),
});

/** Where a window was: its place when it is not maximized, and whether it was. */
export type WindowBounds = z.output<typeof windowPlaceSchema>;

interface Size {
  width: number;
  height: number;
}

/** How large a window is at least, and at first. */
export interface WindowSizes {
  minimum: Size;
  usual: Size;
}

export const windowSizes: Readonly<Record<ProgramWindow, WindowSizes>> = {
  main: { minimum: { width: 760, height: 480 }, usual: { width: 1440, height: 900 } },
  watch: { minimum: { width: 280, height: 240 }, usual: { width: 380, height: 560 } },
};

/**
 * Where to open a window: where it was, as far as that can still be seen. `screens` are the work areas of the displays
 * that are there now, the primary one first; there is at least one.
 */
export function placeWindow(
  saved: WindowBounds | null,
  screens: readonly [Area, ...Area[]],
  { minimum, usual }: WindowSizes = windowSizes.main,
): WindowBounds {
  const screen = saved ? bestScreen(saved, screens) : screens[0];
  const width = clamp(saved?.width ?? usual.width, minimum.width, screen.width);
  const height = clamp(saved?.height ?? usual.height, minimum.height, screen.height);
  const centre = { x: screen.x + (screen.width - width) / 2, y: screen.y + (screen.height - height) / 2 };
  const wanted = saved ?? centre;
  return {
    x: Math.round(clamp(wanted.x, screen.x, screen.x + screen.width - width)),
    y: Math.round(clamp(wanted.y, screen.y, screen.y + screen.height - height)),
    width,
    height,
    maximized: saved?.maximized ?? false,
  };
}

/** The screen that shows most of the window; the primary one where none shows any of it. */
function bestScreen(window: Area, screens: readonly [Area, ...Area[]]): Area {
  return screens.reduce(
    (best, screen) => (overlap(window, screen) > overlap(window, best) ? screen : best),
    screens[0],
  );
}

function overlap(a: Area, b: Area): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return Math.max(0, width) * Math.max(0, height);
}

/** The upper bound wins: a small screen is more of a fact than a wish for size. */
function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}
