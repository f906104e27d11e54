import { expect, test } from 'vitest';
import { cleanFilter, filterKey, idsFilter, isEmptyFilter, isSameView, withPart } from './list-filter.ts';

test('parts that narrow nothing are removed', () => {
  expect(cleanFilter({ symbols: [], text: '  ', created: {}, leverage: { from: undefined }, sides: ['buy'] })).toEqual({
    sides: ['buy'],
  });
  expect(isEmptyFilter({ kinds: [], pnl: {} })).toBe(true);
  expect(isEmptyFilter({ hours: [0] })).toBe(false);
});

test('a part is replaced and removed', () => {
  expect(withPart({ sides: ['buy'], text: 'btc' }, 'sides', ['sell'])).toEqual({ sides: ['sell'], text: 'btc' });
  expect(withPart({ sides: ['buy'], text: 'btc' }, 'sides', undefined)).toEqual({ text: 'btc' });
  expect(withPart({ sides: ['buy'] }, 'sides', [])).toEqual({});
});

test('rows are found by their IDs in their account and margin mode, because others may have the same ID', () => {
  const filter = { accounts: ['main'], ids: ['00123'], marginModes: ['cross'] };
  expect(idsFilter('main', ['00123'], { marginMode: 'cross' })).toEqual(filter);
});

test('only filters with the same meaning have the same key', () => {
  const one = filterKey({ symbols: ['A', 'B'], pnl: { from: '1', to: '2' }, text: ' x ' });
  expect(filterKey({ text: 'x', pnl: { to: '2', from: '1' }, symbols: ['B', 'A'], kinds: [] })).toBe(one);
  expect(filterKey({ symbols: ['A'], pnl: { from: '1', to: '2' }, text: 'x' })).not.toBe(one);
  expect(filterKey({ created: { preset: 'today' } })).not.toBe(filterKey({ created: { from: '2025-01-01' } }));
  expect(filterKey({ pnl: { from: '1' } })).not.toBe(filterKey({ pnl: { to: '1' } }));
  expect(filterKey({})).toBe(filterKey({ symbols: [] }));
});

test('views are equal if filter and sort are equal', () => {
  const view = { filter: { sides: ['buy' as const] }, sort: [{ id: 'pnl', desc: true }] };
  expect(isSameView(view, { filter: { sides: ['buy'] }, sort: [{ desc: true, id: 'pnl' }] })).toBe(true);
  expect(isSameView(view, { ...view, sort: [] })).toBe(false);
  expect(isSameView(view, { ...view, filter: {} })).toBe(false);
});
