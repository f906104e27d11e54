import { expect, test } from 'vitest';
import { createOrderIdentifiers } from './order-identifiers.ts';

test.each(['order', 'plan'] as const)('every %s ID is unique and maps back to its sequence number', (kind) => {
  const identifiers = createOrderIdentifiers(kind, 42);
  const seen = new Set<string>();
  for (let sequence = 0; sequence < 5000; sequence++) {
    const identifier = identifiers.identifierOf(sequence);
    seen.add(identifier);
    expect(identifiers.sequenceOf(identifier)).toBe(sequence);
  }
  expect(seen.size).toBe(5000);
  expect(identifiers.sequenceOf(identifiers.identifierOf(1_999_999))).toBe(1_999_999);
});

test('other texts map to no sequence number', () => {
  const identifiers = createOrderIdentifiers('order', 42);
  const short = new Set<string>();
  for (let sequence = 0; sequence < 300; sequence++) {
    const identifier = identifiers.identifierOf(sequence);
    if (/^\d{5,12}$/.test(identifier)) short.add(identifier);
    for (const changed of [`0${identifier}`, `${identifier}x`, ` ${identifier}`, `-${identifier}`, `${identifier}.0`]) {
      expect(identifiers.sequenceOf(changed)).toBeUndefined();
    }
    if (identifier.length > 12) expect(identifiers.sequenceOf(`${identifier}0`)).toBeUndefined();
    if (identifier.startsWith('BG')) {
      expect(identifiers.sequenceOf(identifier.toLowerCase())).toBeUndefined();
      expect(identifiers.sequenceOf(identifier.slice(0, -1))).toBeUndefined();
    }
  }
  for (let number = 11_000; number < 30_000; number++) {
    expect(identifiers.sequenceOf(String(number)) !== undefined).toBe(short.has(String(number)));
  }
});
