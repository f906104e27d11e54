import { describe, expect, it } from 'vitest';
import { equalSecrets, LaunchKey, newSecret, Session } from './session.ts';

describe('LaunchKey', () => {
  it('can be redeemed once', () => {
    const key = new LaunchKey();
    expect(key.redeem(key.value)).toBe(true);
    expect(key.redeem(key.value)).toBe(false);
  });

  it('is not used up by a wrong key', () => {
    const key = new LaunchKey();
    expect(['', key.value.slice(1), `${key.value} `, newSecret()].map((candidate) => key.redeem(candidate))).toEqual([
      false,
      false,
      false,
      false,
    ]);
    expect(key.redeem(key.value)).toBe(true);
  });

  it('has 256 bits in characters that need no encoding', () => {
    const keys = Array.from({ length: 100 }, () => new LaunchKey().value);
    expect(new Set(keys).size).toBe(100);
    for (const key of keys) expect(key).toMatch(/^[A-Za-z0-9_-]{43}$/);
  });
});

describe('Session', () => {
  const session = new Session(4567);
  const pair = session.cookie.split(';')[0] ?? '';

  it('is a cookie that scripts cannot read and other sites do not send', () => {
    expect(session.cookie).toMatch(/^orderglass-4567=[A-Za-z0-9_-]{43}; HttpOnly; SameSite=Strict; Path=\/$/);
  });

  it('is found among other cookies, also of the same name', () => {
    for (const header of [pair, `a=b; ${pair}`, `orderglass-4567=planted; ${pair}; c=d`, ` ${pair} `]) {
      expect(session.isCarriedBy(header), header).toBe(true);
    }
  });

  it('is no other cookie', () => {
    const token = pair.split('=')[1] ?? '';
    const others = [
      undefined,
      '',
      'orderglass-4567',
      'orderglass-4567=',
      `orderglass-4568=${token}`,
      `orderglass-4567=${token}x`,
      `orderglass-4567=${token.slice(1)}`,
      `orderglass-4567="${token}"`,
      `x=orderglass-4567=${token}`,
      `Orderglass-4567=${token}`,
      new Session(4567).cookie,
    ];
    for (const header of others) expect(session.isCarriedBy(header), header).toBe(false);
  });
});

it('equalSecrets compares secrets of any length', () => {
  expect(equalSecrets('abc', 'abc')).toBe(true);
  expect(equalSecrets('abd', 'abc')).toBe(false);
  expect(equalSecrets('', 'abc')).toBe(false);
  expect(equalSecrets('é'.repeat(100_000), 'abc')).toBe(false);
});
