import { expect, test } from 'vitest';
import { NonceRegister } from './nonce-register.ts';

test('deletes expired nonces, so that its size is bounded', () => {
  const register = new NonceRegister();
  for (let second = 0; second < 3600; second++) {
    const now = 1_760_000_000_000 + second * 1000;
    const nonce = `${now / 1000}_abcde`;
    expect(register.isCurrent(nonce, now)).toBe(true);
    expect(register.take(nonce, now)).toBe(true);
    expect(register.take(nonce, now)).toBe(false);
  }
  expect(register.size).toBeLessThan(80);
});
