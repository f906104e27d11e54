import fc from 'fast-check';
import { expect, test } from 'vitest';
import { packPoints, unpackPoints } from './packed-points.ts';

const price = fc.oneof(
  fc.stringMatching(/^-?\d{1,30}(\.\d{1,30})?$/),
  fc.integer({ min: 67_000_00, max: 67_100_00 }).map((cents) => (cents / 100).toFixed(2)),
);
const points = fc
  .array(fc.record({ at: fc.nat({ max: 2 ** 41 }), price }), { maxLength: 40 })
  .map((all) => all.sort((one, other) => one.at - other.at));

test('unpacked points are equal to the last digit, also if packed in parts', () => {
  fc.assert(
    fc.property(points, fc.nat({ max: 40 }), (all, cut) => {
      const [first, rest] = [all.slice(0, cut), all.slice(cut)];
      const packed = packPoints(first) + packPoints(rest, first.at(-1));
      expect(packed).toBe(packPoints(all));
      expect(unpackPoints(packed)).toEqual(all);
    }),
  );
});

test('a price takes the space of its changed digits', () => {
  const near = [67_340.12, 67_340.15, 67_341.2].map((last, index) => ({ at: 1000 * index, price: last.toFixed(2) }));
  expect(packPoints(near)).toBe('0A67340.12\nrsH5\nrsE1.20\n');
});
