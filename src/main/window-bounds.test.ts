import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Area, placeWindow, type WindowBounds } from './window-bounds.ts';

const primary: Area = { x: 0, y: 25, width: 1920, height: 1055 };
const second: Area = { x: 1920, y: 0, width: 2560, height: 1400 };
const saved: WindowBounds = { x: 100, y: 200, width: 1200, height: 700, maximized: false };

describe('placeWindow', () => {
  it('opens in the middle of the primary screen the first time', () => {
    expect(placeWindow(null, [primary, second])).toEqual({
      x: 240,
      y: 103,
      width: 1440,
      height: 900,
      maximized: false,
    });
  });

  it('opens where it was', () => {
    expect(placeWindow(saved, [primary])).toEqual(saved);
    const onSecond = { ...saved, x: 2500, maximized: true };
    expect(placeWindow(onSecond, [primary, second])).toEqual(onSecond);
  });

  it('comes back from a screen that is no more', () => {
    expect(placeWindow({ ...saved, x: 2500 }, [primary])).toEqual({ ...saved, x: 720 });
    expect(placeWindow({ ...saved, x: -5000, y: -5000 }, [primary])).toEqual({ ...saved, x: 0, y: 25 });
  });

  it('fits a smaller screen', () => {
    const small: Area = { x: 0, y: 0, width: 700, height: 400 };
    expect(placeWindow(saved, [small])).toEqual({ x: 0, y: 0, width: 700, height: 400, maximized: false });
  });

  it('is wholly on one of the screens, whatever was saved', () => {
    const number = (low: number, high: number) => fc.integer({ min: low, max: high });
    const area = fc.record({
      x: number(-4000, 4000),
      y: number(-4000, 4000),
      width: number(1, 6000),
      height: number(1, 4000),
    });
    const place = fc.record({
      x: number(-20_000, 20_000),
      y: number(-20_000, 20_000),
      width: number(1, 20_000),
      height: number(1, 20_000),
      maximized: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.option(place), area, fc.array(area, { maxLength: 3 }), (before, first, others) => {
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
