import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { colorStep, layTiles, neighbor } from './treemap.ts';

const weights = fc.array(fc.oneof(fc.integer({ min: 0, max: 1_000_000 }), fc.constant(null)), {
  minLength: 1,
  maxLength: 200,
});
const symbolsOf = (list: (number | null)[]) =>
  list.map((weight, index) => ({ symbol: `S${index}-USDT`, turnover: weight === null ? null : String(weight) }));

describe('the layout', () => {
  test('fills the area and contains every symbol with a turnover once', () => {
    fc.assert(
      fc.property(
        weights,
        fc.integer({ min: 100, max: 1500 }),
        fc.integer({ min: 80, max: 900 }),
        (list, width, height) => {
          const tiles = layTiles(symbolsOf(list), width, height);
          const valued = list.filter((weight) => weight !== null && weight > 0).length;
          expect(tiles.reduce((sum, { count }) => sum + count, 0)).toBe(valued);
          if (valued === 0) return;
          const area = tiles.reduce((sum, tile) => sum + tile.width * tile.height, 0);
          expect(Math.abs(area - width * height)).toBeLessThan(1);
          for (const { x, y, width: w, height: h } of tiles) {
            expect(x).toBeGreaterThanOrEqual(-0.001);
            expect(y).toBeGreaterThanOrEqual(-0.001);
            expect(x + w).toBeLessThanOrEqual(width + 0.001);
            expect(y + h).toBeLessThanOrEqual(height + 0.001);
          }
        },
      ),
    );
  });

  test('gives each symbol an area in proportion to its turnover', () => {
    const tiles = layTiles(symbolsOf([600, 300, 100]), 1000, 500);
    const area = (symbol: string) => {
      const tile = tiles.find((each) => each.symbol === symbol);
      return tile ? (tile.width * tile.height) / (1000 * 500) : 0;
    };
    expect(area('S0-USDT')).toBeCloseTo(0.6, 6);
    expect(area('S1-USDT')).toBeCloseTo(0.3, 6);
    expect(area('S2-USDT')).toBeCloseTo(0.1, 6);
  });

  test('symbols that are too small share one tile with their number', () => {
    const tiles = layTiles(symbolsOf([1_000_000, ...Array.from({ length: 40 }, () => 1)]), 800, 400);
    expect(tiles.map(({ symbol, count }) => ({ symbol, count }))).toEqual([
      { symbol: 'S0-USDT', count: 1 },
      { symbol: null, count: 40 },
    ]);
  });

  test('the tile of the small symbols is the smallest and in the lower right corner', () => {
    const [width, height] = [800, 400];
    const tiles = layTiles(symbolsOf([500, 300, 200, 100, 50, ...Array.from({ length: 300 }, () => 1)]), width, height);
    const others = tiles.find(({ symbol }) => symbol === null);
    if (!others) throw new Error('The map has no tile of the small symbols.');
    const area = (tile: typeof others): number => tile.width * tile.height;
    expect(Math.min(...tiles.map(area))).toBe(area(others));
    expect(others.x + others.width).toBeCloseTo(width, 6);
    expect(others.y + others.height).toBeCloseTo(height, 6);
  });

  test('missing, zero, negative and infinite turnovers have no tile', () => {
    const hostile = [null, '0', '0.000', '-5', '9'.repeat(400)].map((turnover, index) => ({
      symbol: `${index}`,
      turnover,
    }));
    expect(layTiles(hostile, 800, 400)).toEqual([]);
    expect(layTiles(symbolsOf([1]), 0, 400)).toEqual([]);
  });
});

test.each([
  [null, null],
  ['0.00', 0],
  ['-0.99', 0],
  ['1.00', 1],
  ['-1.00', -1],
  ['2.99', 1],
  ['3', 2],
  ['-4.999999999999999999999999999999', -2],
  ['5', 3],
  ['-900', -3],
])('a change of %s has color step %s', (percent, step) => expect(colorStep(percent)).toBe(step));

test('the arrow keys reach every tile', () => {
  const directions = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'] as const;
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 40 }), (list) => {
      const tiles = layTiles(symbolsOf(list), 900, 500);
      const reached = new Set([0]);
      const open = [0];
      for (let index = open.pop(); index !== undefined; index = open.pop()) {
        for (const direction of directions) {
          const next = neighbor(tiles, index, direction);
          if (next === null || reached.has(next)) continue;
          reached.add(next);
          open.push(next);
        }
      }
      expect(reached.size).toBe(tiles.length);
    }),
  );
});
