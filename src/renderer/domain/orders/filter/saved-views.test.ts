import { expect, test } from 'vitest';
import { type SavedView, settingsSchema } from '../../../../shared/contract/settings.ts';
import { readTypedFilter } from '../../../../shared/orders/typed-filter.ts';
import { en } from '../../../text/en.ts';
import { zh } from '../../../text/zh.ts';
import { readyViewsOf, saveView, type ViewOf, viewNameProblem, viewsOf, withoutView } from './saved-views.ts';

const view = (name: string, list: SavedView['list'] = 'order-history'): SavedView => ({
  list,
  name,
  filter: { text: name },
  sort: [],
});
const views = [view('Losses'), view('Losses', 'plan-history'), view('Today')];

test('a list has its own views', () => {
  expect(viewsOf(views, 'order-history').map(({ name }) => name)).toEqual(['Losses', 'Today']);
});

test('a name must not be empty, long or used by another view of the list', () => {
  expect(viewNameProblem(views, 'order-history', 'Wins', null)).toBeNull();
  expect(viewNameProblem(views, 'order-history', '  ', null)).toBe('missing');
  expect(viewNameProblem(views, 'order-history', 'x'.repeat(61), null)).toBe('too-long');
  expect(viewNameProblem(views, 'order-history', 'ｌｏｓｓｅｓ ', null)).toBe('taken');
  expect(viewNameProblem(views, 'plan-history', 'Today', null)).toBeNull();
  expect(viewNameProblem(views, 'order-history', 'LOSSES', 'Losses')).toBeNull();
});

test('the number of views is limited', () => {
  const many = Array.from({ length: 200 }, (_, i) => view(`v${i}`));
  expect(viewNameProblem(many, 'order-history', 'one more', null)).toBe('too-many');
  expect(viewNameProblem(many, 'order-history', 'other name', 'v1')).toBeNull();
});

test('a view is added, replaced, renamed and removed', () => {
  expect(saveView(views, view('Wins')).map(({ name }) => name)).toEqual(['Losses', 'Losses', 'Today', 'Wins']);
  const changed = { ...view('Losses'), filter: {} };
  expect(saveView(views, changed)).toEqual([changed, views[1], views[2]]);
  expect(saveView(views, view('Defeats'), 'Losses')[0]).toEqual(view('Defeats'));
  expect(withoutView(views, view('Losses'))).toEqual([views[1], views[2]]);
});

test('a view of the trades is kept beside those of the histories', () => {
  const trades: ViewOf<'trades'> = { list: 'trades', name: 'Losses', filter: { sides: ['long'] }, sort: [] };
  const both = saveView(views, trades);
  expect(viewsOf(both, 'trades')).toEqual([trades]);
  expect(settingsSchema.parse({ views: both }).views).toEqual(both);
  const broken = { ...trades, filter: { created: { preset: 'today' } } };
  expect(settingsSchema.parse({ views: [broken] }).views).toEqual([]);
});

test.each([
  [en, 'Filled last month'],
  [zh, '上月全部成交'],
])(
  'the filled orders of last month are a ready view, with the filter that its name has in the search',
  (text, name) => {
    const view = readyViewsOf('order-history', text).find((each) => each.name === name);
    expect(view?.filter).toEqual(readTypedFilter('order-history', name, '2026-11-24'));
  },
);
