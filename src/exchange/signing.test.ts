import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createNonce, type Parameter, signatureOf } from './signing.ts';

interface Vector {
  token: string;
  secretKey: string;
  nonce: string;
  parameters: Parameter[];
  /** Python: hashlib.sha1 over sorted(part.encode()). */
  bytewise: string;
  /** Java 17: List.sort(String.CASE_INSENSITIVE_ORDER), then MessageDigest. */
  caseInsensitive: string;
}

const vectors: Record<string, Vector> = {
  'no parameters': {
    token: 'tokenA',
    secretKey: 'SecretB',
    nonce: '1534927978_ab43c',
    parameters: [],
    bytewise: '71a92695789fedd88b33abef7441b61b1c537ec0',
    caseInsensitive: '71a92695789fedd88b33abef7441b61b1c537ec0',
  },
  'upper-case secret among lower-case names': {
    token: 'tokenA',
    secretKey: 'SecretB',
    nonce: '1534927978_ab43c',
    parameters: [
      ['symbol', 'BTC-USDT'],
      ['limit', '100'],
      ['is_full', '1'],
      ['direct', 'prev'],
    ],
    bytewise: 'fcc1348691dca6433dbbf6b09165293087fb663c',
    caseInsensitive: '5115402a9143560bb81c360a7f8639bbf85b69b4',
  },
  'Chinese symbol and alphanumeric cursor': {
    token: 'tokenA',
    secretKey: 'SecretB',
    nonce: '1534927978_ab43c',
    parameters: [
      ['symbol', '币安人生-USDT'],
      ['limit', '20'],
      ['is_full', '2'],
      ['direct', 'next'],
      ['from', 'BG5000181583375122413SZXEIX'],
    ],
    bytewise: '0a38f7cd82b66f8aa5ca9ca94e64d2c6c0190b33',
    caseInsensitive: 'b023b825d9795ed3da49437b117bb78e5948a8c1',
  },
  'mixed case': {
    token: 'Zeta',
    secretKey: 'alpha',
    nonce: '1700000000_Zz9aA',
    parameters: [
      ['symbol', 'btc-usdt'],
      ['limit', '5'],
      ['is_full', '1'],
      ['direct', 'prev'],
    ],
    bytewise: 'dfe6f5adb77191cf5110b300aeedd29e5bb3ec5c',
    caseInsensitive: 'bdff5bef0eaefefcbacc10989a0af3602b73ab0e',
  },
  'characters above U+FFFF, which UTF-16 sorts before U+FF5E': {
    token: '\u{1F600}token',
    secretKey: '\u{FF5E}secret',
    nonce: '1700000000_00000',
    parameters: [
      ['symbol', '\u{1F600}-USDT'],
      ['from', '\u{FF21}\u{FF22}'],
      ['is_full', '2'],
    ],
    bytewise: '871b573c83d6de93615d07545b3bc24c3708ac2d',
    caseInsensitive: '871b573c83d6de93615d07545b3bc24c3708ac2d',
  },
  'token and secret equal but for their case': {
    token: 'SAME',
    secretKey: 'same',
    nonce: '1700000000_abcde',
    parameters: [['is_full', '1']],
    bytewise: '3c2d6f66a03609c57d0846c5ab94fe5de90a5879',
    caseInsensitive: 'b175bb0d6197b2224e0b7d95c57dc71f87e48aa5',
  },
  'the same the other way round': {
    token: 'same',
    secretKey: 'SAME',
    nonce: '1700000000_abcde',
    parameters: [['is_full', '1']],
    bytewise: '3c2d6f66a03609c57d0846c5ab94fe5de90a5879',
    caseInsensitive: '395ae97d4947ef58293586f7c22152cb22f59241',
  },
  'a letter with two letters as its upper case': {
    token: 'ß-token',
    secretKey: 'Ss-token',
    nonce: '1700000000_abcde',
    parameters: [['is_full', '1']],
    bytewise: '65fdf754d738601e4f92a7d14bc70d48c688ddcb',
    caseInsensitive: '8b2ceec1d6bfffb46fd3c9852d70e96987502e66',
  },
  'a letter with two characters as its lower case': {
    token: 'İ-token',
    secretKey: 'j-token',
    nonce: '1700000000_abcde',
    parameters: [
      ['is_full', '1'],
      ['from', '_'],
    ],
    bytewise: '3dfe52ad3654b3eb951ca19dcdedd307c1041901',
    caseInsensitive: '34cb78c747b40b31e34d4c89e497c635487babb0',
  },
  'the underscore, which stands between the cases': {
    token: '_under',
    secretKey: 'Upper',
    nonce: '1700000000_abcde',
    parameters: [
      ['is_full', '1'],
      ['direct', 'prev'],
    ],
    bytewise: '0945052881444f1d310f8f5f87363c13a7bf8ed8',
    caseInsensitive: '11c9f7fde19ebaf0b09fca9c252b813f21d84423',
  },
  'one part the beginning of another': {
    token: 'is_full=1',
    secretKey: 'is_full',
    nonce: '1700000000_abcde',
    parameters: [
      ['is_full', '1'],
      ['direct', 'prev'],
    ],
    bytewise: 'ff0b67d1e398a12fc8526393fbb0098a4b8ffcc2',
    caseInsensitive: 'ff0b67d1e398a12fc8526393fbb0098a4b8ffcc2',
  },
  'letters with case above U+FFFF': {
    token: '\u{10400}b',
    secretKey: '\u{10428}a',
    nonce: '1700000000_abcde',
    parameters: [['is_full', '1']],
    bytewise: 'de545853751606d6c81e7939271d0bf7635b4eb2',
    caseInsensitive: 'fce1fffe8a697c90511684943a50e07ec32f0ca5',
  },
};

describe.each(Object.entries(vectors))('signature with %s', (_name, vector) => {
  test('sorted bytewise', () => {
    expect(signatureOf(vector, vector.nonce, vector.parameters, 'bytewise')).toBe(vector.bytewise);
  });

  test('sorted case-insensitively', () => {
    expect(signatureOf(vector, vector.nonce, vector.parameters, 'case-insensitive')).toBe(vector.caseInsensitive);
  });

  test('does not depend on the order of the parameters', () => {
    const reversed = vector.parameters.toReversed();
    expect(signatureOf(vector, vector.nonce, reversed, 'bytewise')).toBe(vector.bytewise);
    expect(signatureOf(vector, vector.nonce, reversed, 'case-insensitive')).toBe(vector.caseInsensitive);
  });
});

describe('nonce', () => {
  test('has the time in seconds and five alphanumerics', () => {
    const values = [0, 0.5, 0.999_999, 0.1, 0.2];
    expect(createNonce(1_534_927_978_999, () => values.shift() ?? 0)).toBe('1534927978_as9dh');
  });

  test('has the documented form for every random value', () => {
    const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(fc.property(chance, (value) => /^1700000000_[0-9a-z]{5}$/.test(createNonce(1.7e12, () => value))));
  });
});
