import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bodyHeight, rowHeight, rowsAbove, rowsShift, scrollTopFor } from './row-geometry.ts';

const windowHeight = 700;

test('a list of a million rows scrolls pixel by pixel', () => {
  expect(bodyHeight(1_000_000)).toBe(28_000_000);
  expect(rowsAbove(20_000_004, 1_000_000, windowHeight)).toBe(20_000_004);
  expect(rowsShift(20_000_004, 1_000_000, windowHeight)).toBe(0);
});

test('a list that is too tall for a body reaches from its first row to its last all the same', () => {
  const rowCount = 2_000_000;
  const height = bodyHeight(rowCount);
  expect(height).toBeLessThan(33_500_000);
  expect(rowsAbove(0, rowCount, windowHeight)).toBe(0);
  expect(rowsAbove(height - windowHeight, rowCount, windowHeight)).toBeCloseTo(rowCount * rowHeight - windowHeight, 3);
  const end = height - windowHeight;
  const lastRow = (rowCount - 1) * rowHeight + rowsShift(end, rowCount, windowHeight);
  expect(lastRow).toBeGreaterThan(end);
  expect(Math.abs(lastRow + rowHeight - height)).toBeLessThanOrEqual(2);
});

test('there and back again', () => {
  fc.assert(
    fc.property(fc.nat(3_000_000), fc.double({ min: 0, max: 1, noNaN: true }), (rowCount, part) => {
      const above = part * Math.max(0, rowCount * rowHeight - windowHeight);
      const scrollTop = scrollTopFor(above, rowCount, windowHeight);
      expect(scrollTop).toBeLessThanOrEqual(Math.max(0, bodyHeight(rowCount) - windowHeight) + 1e-6);
      expect(rowsAbove(scrollTop, rowCount, windowHeight)).toBeCloseTo(above, 3);
    }),
  );
});
