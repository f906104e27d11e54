import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { settingTable } from '../../../shared/settings/settings.ts';
import {
  bodyHeight,
  maxBodyHeight,
  maxHeightAt,
  rowHeights,
  rowsAbove,
  rowsShift,
  scrollTopFor,
} from './row-geometry.ts';

const windowHeight = 700;
afterEach(() => maxBodyHeight.set(maxHeightAt(1)));

describe.each(settingTable.density.values)('rows that are %s', (density) => {
  const rowHeight = rowHeights[density];

  test('a list of a million of them scrolls pixel by pixel', () => {
    expect(bodyHeight(1_000_000, rowHeight)).toBe(1_000_000 * rowHeight);
    expect(bodyHeight(1_000_000, rowHeight)).toBeLessThan(33_500_000);
    expect(rowsAbove(20_000_004, 1_000_000, windowHeight, rowHeight)).toBe(20_000_004);
    expect(rowsShift(20_000_004, 1_000_000, windowHeight, rowHeight)).toBe(0);
  });

  test.each([1, 1.25, 1.5, 2, 3, 4])(
    'a list that is too tall for a body reaches its last row at a scale of %d',
    (pixelRatio) => {
      maxBodyHeight.set(maxHeightAt(pixelRatio));
      const rowCount = 2_000_000;
      const height = bodyHeight(rowCount, rowHeight);
      // Chromium's limit.
      expect(height * pixelRatio).toBeLessThan(33_554_428);
      expect(rowsAbove(0, rowCount, windowHeight, rowHeight)).toBe(0);
      const end = height - windowHeight;
      expect(rowsAbove(end, rowCount, windowHeight, rowHeight)).toBeCloseTo(rowCount * rowHeight - windowHeight, 3);
      const lastRow = (rowCount - 1) * rowHeight + rowsShift(end, rowCount, windowHeight, rowHeight);
      expect(lastRow).toBeGreaterThan(end);
      expect(Math.abs(lastRow + rowHeight - height)).toBeLessThanOrEqual(2);
    },
  );

  test('there and back again', () => {
    fc.assert(
      fc.property(fc.nat(3_000_000), fc.double({ min: 0, max: 1, noNaN: true }), (rowCount, part) => {
        const above = part * Math.max(0, rowCount * rowHeight - windowHeight);
        const scrollTop = scrollTopFor(above, rowCount, windowHeight, rowHeight);
        expect(scrollTop).toBeLessThanOrEqual(Math.max(0, bodyHeight(rowCount, rowHeight) - windowHeight) + 1e-6);
        expect(rowsAbove(scrollTop, rowCount, windowHeight, rowHeight)).toBeCloseTo(above, 3);
      }),
    );
  });

  test('are as high in the style sheets', () => {
    const tokens = readFileSync(new URL('../tokens.css', import.meta.url), 'utf8');
    expect(tokens).toMatch(new RegExp(`data-density="${density}"\\] \\{\\s*--row-height: ${rowHeight}px;`));
    expect(rowHeight % 4).toBe(0);
  });
});
