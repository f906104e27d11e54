import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import type { ProgramWindow } from '../shared/choices.ts';

/** In device-independent pixels. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

const pixels = z.number().int();

const windowBoundsSchema = z.object({
  x: pixels,
  y: pixels,
  width: pixels.positive(),
  height: pixels.positive(),
  maximized: z.boolean(),
});

/** Bounds of a window that is not maximized, and whether it was maximized. */
export type WindowBounds = z.output<typeof windowBoundsSchema>;

interface Size {
  width: number;
  height: number;
}

export interface WindowSizes {
  minimum: Size;
  /** Size of the first start. */
  initial: Size;
}

export const windowSizes: Readonly<Record<ProgramWindow, WindowSizes>> = {
  main: { minimum: { width: 760, height: 480 }, initial: { width: 1440, height: 900 } },
  watch: { minimum: { width: 280, height: 240 }, initial: { width: 380, height: 560 } },
};

/**
 * Returns the bounds with which a window opens: the saved ones, moved and shrunk until the window is on one screen. `screens` are the
 * work areas of the current displays, the primary one first.
 */
export function placeWindow(
  saved: WindowBounds | null,
  screens: readonly [Area, ...Area[]],
  { minimum, initial }: WindowSizes = windowSizes.main,
): WindowBounds {
  const screen = saved ? bestScreen(saved, screens) : screens[0];
  const width = clamp(saved?.width ?? initial.width, minimum.width, screen.width);
  const height = clamp(saved?.height ?? initial.height, minimum.height, screen.height);
  const centered = { x: screen.x + (screen.width - width) / 2, y: screen.y + (screen.height - height) / 2 };
  const wanted = saved ?? centered;
  return {
    x: Math.round(clamp(wanted.x, screen.x, screen.x + screen.width - width)),
    y: Math.round(clamp(wanted.y, screen.y, screen.y + screen.height - height)),
    width,
    height,
    maximized: saved?.maximized ?? false,
  };
}

/** Returns the screen with the largest part of the window; the primary one if the window is on none. */
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

/** If the bounds conflict, the upper one wins: the window must fit on the screen. */
function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}

/** `null` if nothing was saved, or the file is damaged. */
export function loadWindowBounds(file: string): WindowBounds | null {
  try {
    return windowBoundsSchema.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data ?? null;
  } catch {
    return null;
  }
}

/** Writes synchronously, because a closing window does not wait. An error is ignored: the window opens with its initial bounds then. */
export function saveWindowBounds(file: string, bounds: WindowBounds): void {
  try {
    writeFileSync(file, `${JSON.stringify(bounds)}\n`);
  } catch {
    return;
  }
}
