import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { FileNotice } from '../shared/contract/program.ts';
import { JsonFormat, OtherVersionError } from '../shared/json/json-format.ts';
import type { ProgramWindow } from '../shared/settings/choices.ts';

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

const format = new JsonFormat();

/** Returns the path of the file with the bounds of a window. */
export function windowBoundsFile(dataDirectory: string, window: ProgramWindow): string {
  return path.join(dataDirectory, { main: 'window.json', watch: 'watch-window.json' }[window]);
}

/** Files of another version of the program, which are left as they are. */
export function windowNotices(dataDirectory: string): FileNotice[] {
  const windows: ProgramWindow[] = ['main', 'watch'];
  const isLeft = windows.some((window) => read(windowBoundsFile(dataDirectory, window)) === 'later-version');
  return isLeft ? [{ what: 'window', problem: 'later-version', backupName: null }] : [];
}

/** `null` if nothing was saved, or the file cannot be used. */
export function loadWindowBounds(file: string): WindowBounds | null {
  const bounds = read(file);
  return bounds === 'later-version' ? null : bounds;
}

/** Writes synchronously, because a closing window does not wait. An error is ignored: the window opens with its initial bounds then. */
export function saveWindowBounds(file: string, bounds: WindowBounds): void {
  if (read(file) === 'later-version') return;
  try {
    writeFileSync(file, format.write(bounds), { mode: 0o600 });
  } catch {
    return;
  }
}

function read(file: string): WindowBounds | 'later-version' | null {
  try {
    return windowBoundsSchema.safeParse(format.read(readFileSync(file, 'utf8'))).data ?? null;
  } catch (error) {
    return error instanceof OtherVersionError ? 'later-version' : null;
  }
}
