import { expect, it } from 'vitest';
import { float64At, int32At, numberAt, signedAt, uint8At, uint32At, uintAt } from './elements.ts';

it.each([
  ['float64At', (index: number) => float64At(Float64Array.of(0.5, Number.NaN), index), 0.5],
  ['uint32At', (index: number) => uint32At(Uint32Array.of(2 ** 31, 0), index), 2 ** 31],
  ['int32At', (index: number) => int32At(Int32Array.of(-7, 0), index), -7],
  ['uint8At', (index: number) => uint8At(Uint8Array.of(255, 0), index), 255],
  ['uintAt', (index: number) => uintAt(Uint16Array.of(300, 0), index), 300],
  ['signedAt', (index: number) => signedAt(Int16Array.of(-300, 0), index), -300],
  ['numberAt', (index: number) => numberAt([1.5, 0], index), 1.5],
])('%s returns an element, also NaN and 0, and throws without one', (_name, at, first) => {
  expect(at(0)).toBe(first);
  expect(at(1) || 0).toBe(0);
  for (const index of [2, -1, 0.5, Number.NaN]) expect(() => at(index)).toThrow(RangeError);
});
