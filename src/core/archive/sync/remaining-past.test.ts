import { expect, test } from 'vitest';
import type { Span } from './list-archive.ts';
import { remainingPast } from './remaining-past.ts';

const span = (newest: number | null, oldest: number | null, isEnded = false): Span => ({
  newest: { id: `n${newest}`, createdAt: newest },
  oldest: { id: `o${oldest}`, createdAt: oldest },
  isEnded,
});

test('gaps of both modes, and what lies before the oldest as far as something tells where that ends', () => {
  const spans = { isolated: [span(1000, 900), span(700, 600)], cross: [span(1000, 800)] };
  expect(remainingPast(spans, null)).toBeNull();
  expect(remainingPast(spans, 500)).toBe(200 + 100 + 300);
  expect(remainingPast({ ...spans, cross: [span(1000, 100, true)] }, 100)).toBe(200 + 500);
});

test('nothing, where all has come to its end', () => {
  expect(remainingPast({ isolated: [span(1000, 900, true)], cross: [] }, null)).toBe(0);
});

test('what seemed to be the beginning, and is newer than what is known, tells nothing', () => {
  expect(remainingPast({ isolated: [span(1000, 400)], cross: [span(900, 500, true)] }, 500)).toBeNull();
});

test('rows that do not tell their time tell nothing', () => {
  expect(remainingPast({ isolated: [span(1000, null), span(700, 600)], cross: [] }, 1)).toBeNull();
  expect(remainingPast({ isolated: [span(1000, 900), span(null, 600, true)], cross: [] }, 1)).toBeNull();
});
