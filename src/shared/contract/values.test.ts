import { describe, expect, it } from 'vitest';
import { archiveIdSchema, timestampSchema } from './values.ts';

const ids = (count: number) => Array.from({ length: count }, (_, index) => `account-${index}`).join('+');

describe('the ID of an archive', () => {
  it.each(['demo', 'a+b', ids(200)])('may be %s', (id) => {
    expect(archiveIdSchema.safeParse(id).success).toBe(true);
  });

  it.each(['', '+', 'a+', 'demo+demo', 'a+b+a', ids(201), 'x'.repeat(8001)])(
    'names each account once, not %s',
    (id) => {
      expect(archiveIdSchema.safeParse(id).success).toBe(false);
    },
  );
});

describe('a time', () => {
  it.each(['0001-01-01', '1969-12-31T23:59', '2026-11-27', '9998-12-31'])('may be %s', (time) => {
    expect(timestampSchema.safeParse(Date.parse(time)).success).toBe(true);
  });

  it.each([1e300, -1e300, 8.64e15 + 1, -8.64e15, Date.UTC(9999), 0.5, Number.NaN, Infinity, '0'])(
    'is not %s',
    (time) => {
      expect(timestampSchema.safeParse(time).success).toBe(false);
    },
  );
});
