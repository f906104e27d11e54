import { expect, test } from 'vitest';
import { apartFilter, closedFilter } from './trade-filters.ts';

test('a filter names the quote currency of the results only if the trades have several', () => {
  const one = { quotes: ['USDT'], quote: 'USDT' };
  const two = { quotes: ['USDT', 'USDC'], quote: 'USDC' };
  expect(closedFilter(one)).toEqual({ states: ['closed'], incomplete: 'none' });
  expect(closedFilter(two)).toEqual({ states: ['closed'], incomplete: 'none', quotes: ['USDC'] });
  expect(apartFilter('open', one)).toEqual({ states: ['open'], incomplete: 'none' });
  expect(apartFilter('incomplete', two)).toEqual({ incomplete: 'only', quotes: ['USDC'] });
});
