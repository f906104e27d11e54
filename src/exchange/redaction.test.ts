import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createEraser, createRedactor } from './redaction.ts';

const redact = createRedactor(['tok+en/A', 'Secret$1']);

test.each([
  ['signature not valid', 'signature not valid'],
  ['bad token tok+en/A and Secret$1.', 'bad token … and ….'],
  ['TOK+EN/a SECRET$1', '… …'],
  ['tok%2Ben%2FA tok%2ben%2fa', '… …'],
  ['a\u001b[31mred\u0000\r\n', 'a\uFFFD[31mred\uFFFD\uFFFD\uFFFD'],
  ['right \u202Eto left', 'right \uFFFDto left'],
  ['<script>alert(1)</script>', '<script>alert(1)</script>'],
  ['错误', '错误'],
])('%j', (text, expected) => expect(redact(text)).toBe(expected));

test('text is cut at 300 characters, never within a secret or a character', () => {
  expect(redact(`${'x'.repeat(296)}tok+en/A and more`)).toBe(`${'x'.repeat(296)}… a…`);
  expect(redact(`${'x'.repeat(298)}\u{1F600}${'y'.repeat(50)}`)).toBe(`${'x'.repeat(298)}…`);
  expect(redact('x'.repeat(300))).toBe('x'.repeat(300));
});

test('no secret is left, whatever its characters and its surroundings', () => {
  const secret = fc.string({ minLength: 4, maxLength: 30, unit: 'grapheme' });
  fc.assert(
    fc.property(secret, fc.string({ unit: 'grapheme' }), fc.string(), (hidden, before, after) => {
      expect(createRedactor([hidden])(`${before}${hidden}${after}`)).not.toContain(hidden);
    }),
  );
});

test('without secrets nothing is removed', () => expect(createRedactor([])('token')).toBe('token'));

describe('a secret in a response', () => {
  const secrets = ['canary-token-93', 'Geheim"\\\u{1F511}nis'];
  const erase = createEraser(secrets);
  const escaped = (text: string) =>
    Array.from({ length: text.length }, (_, index) =>
      index % 3 === 0 ? text.charAt(index) : `\\u${text.charCodeAt(index).toString(16).padStart(4, '0')}`,
    ).join('');

  test.each(secrets)('%j is erased in every JSON spelling, and the rest stays JSON', (secret) => {
    const plain = JSON.stringify({ a: `x${secret}y`, [secret]: [secret] });
    const odd = escaped('canary-token-93');
    for (const json of [plain, plain.replaceAll('canary-token-93', odd)]) {
      const text = erase(json);
      expect(JSON.stringify(JSON.parse(text))).not.toContain(JSON.stringify(secret).slice(1, -1));
      expect(JSON.parse(text)).toEqual({ a: 'x…y', '…': ['…'] });
    }
  });

  test('is kept if it could be part of a figure or an ID by chance', () => {
    const json = '{"order_id":"1234567890","price":"12.5","type":"buy-limit"}';
    expect(createEraser(['1234567890', 'limit', ''])(json)).toBe(json);
  });

  test('a response without secrets is unchanged', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        fc.pre(!json.includes('canary'));
        expect(erase(json)).toBe(json);
      }),
    );
  });
});
