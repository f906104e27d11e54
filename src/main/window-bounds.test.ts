import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recordedFolders, unpackRecordedFolder } from '../core/testing/recorded-folders.ts';
import {
  type Area,
  loadWindowBounds,
  placeWindow,
  saveWindowBounds,
  type WindowBounds,
  windowBoundsFile,
  windowNotices,
} from './window-bounds.ts';

const primary: Area = { x: 0, y: 25, width: 1920, height: 1055 };
const second: Area = { x: 1920, y: 0, width: 2560, height: 1400 };
const saved: WindowBounds = { x: 100, y: 200, width: 1200, height: 700, maximized: false };

describe('placeWindow', () => {
  it('centers the window on the primary screen at the first start', () => {
    expect(placeWindow(null, [primary, second])).toEqual({
      x: 240,
      y: 103,
      width: 1440,
      height: 900,
      maximized: false,
    });
  });

  it('restores the saved bounds', () => {
    expect(placeWindow(saved, [primary])).toEqual(saved);
    const onSecond = { ...saved, x: 2500, maximized: true };
    expect(placeWindow(onSecond, [primary, second])).toEqual(onSecond);
  });

  it('moves the window back from a screen that no longer exists', () => {
    expect(placeWindow({ ...saved, x: 2500 }, [primary])).toEqual({ ...saved, x: 720 });
    expect(placeWindow({ ...saved, x: -5000, y: -5000 }, [primary])).toEqual({ ...saved, x: 0, y: 25 });
  });

  it('shrinks the window to a smaller screen', () => {
    const small: Area = { x: 0, y: 0, width: 700, height: 400 };
    expect(placeWindow(saved, [small])).toEqual({ x: 0, y: 0, width: 700, height: 400, maximized: false });
  });

  it('places the window completely on one screen for any saved bounds', () => {
    const number = (low: number, high: number) => fc.integer({ min: low, max: high });
    const area = fc.record({
      x: number(-4000, 4000),
      y: number(-4000, 4000),
      width: number(1, 6000),
      height: number(1, 4000),
    });
    const bounds = fc.record({
      x: number(-20_000, 20_000),
      y: number(-20_000, 20_000),
      width: number(1, 20_000),
      height: number(1, 20_000),
      maximized: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.option(bounds), area, fc.array(area, { maxLength: 3 }), (before, first, others) => {
        const window = placeWindow(before, [first, ...others]);
        const isWithin = (screen: Area): boolean =>
          window.x >= screen.x &&
          window.y >= screen.y &&
          window.x + window.width <= screen.x + screen.width &&
          window.y + window.height <= screen.y + screen.height;
        expect([first, ...others].some(isWithin)).toBe(true);
      }),
    );
  });
});

describe('the file of window bounds', () => {
  const bounds = { x: -5, y: 10, width: 1200, height: 700, maximized: true };
  let folder: string;
  let file: string;

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'orderglass-window-'));
    file = path.join(folder, 'window.json');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('is loaded as it was saved', () => {
    saveWindowBounds(file, bounds);
    expect(loadWindowBounds(file)).toEqual(bounds);
  });

  it.each(recordedFolders)('is loaded from the data folder %s of an earlier program', (name) => {
    unpackRecordedFolder(name, folder);
    const recorded = { x: 10, y: 20, width: 1200, height: 800, maximized: false };
    expect(loadWindowBounds(path.join(folder, 'data/window.json'))).toEqual(recorded);
  });

  it('says its version', () => {
    saveWindowBounds(file, bounds);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ version: 1, ...bounds });
    expect(windowNotices(folder)).toEqual([]);
  });

  it('is left as it is if it is of a later version', () => {
    const watch = windowBoundsFile(folder, 'watch');
    writeFileSync(watch, JSON.stringify({ version: 2, ...bounds }));
    expect(loadWindowBounds(watch)).toBeNull();
    expect(windowNotices(folder)).toEqual([{ what: 'window', problem: 'later-version', backupName: null }]);
    saveWindowBounds(watch, bounds);
    expect(readFileSync(watch, 'utf8')).toBe(JSON.stringify({ version: 2, ...bounds }));
  });

  it('is ignored if its folder does not exist', () => {
    saveWindowBounds(path.join(folder, 'missing/window.json'), bounds);
    expect(loadWindowBounds(path.join(folder, 'missing/window.json'))).toBeNull();
  });

  it.each(['', '{', '[]', '{"x":1}', JSON.stringify({ ...bounds, width: 0 }), JSON.stringify({ ...bounds, x: '1' })])(
    'is ignored if it is damaged: %s',
    (content) => {
      writeFileSync(file, content);
      expect(loadWindowBounds(file)).toBeNull();
    },
  );
});
