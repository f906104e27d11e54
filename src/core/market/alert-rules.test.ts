import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OpenPlan } from '../../shared/domain.ts';
import { nextChangeState, nextNearState, nextPriceState } from './alert-rules.ts';
import type { ChangeSide, PriceSide, StateOf } from './alert-state.ts';
import { openPlan, startOfTime } from './testing/fake-market.ts';

type Direction = 'rises-to' | 'falls-to' | 'crosses';

function pricesThatFire(direction: Direction, prices: readonly string[], level = '100'): string[] {
  const condition = { kind: 'price', market: 'futures', symbol: 'BTC-USDT', level, direction } as const;
  let side: PriceSide = 'unknown';
  return prices.filter((price) => {
    const { state, fires } = nextPriceState(condition, side, price);
    side = state;
    return fires;
  });
}

describe('a price alert', () => {
  test.each<[string, Direction, string[], string[]]>([
    ['tells when the level is reached', 'rises-to', ['90', '99.99', '100'], ['100']],
    ['tells when the level is leapt over', 'rises-to', ['90', '150'], ['150']],
    ['does not tell of the first price', 'rises-to', ['101', '102'], []],
    ['does not tell of the first price at the level', 'rises-to', ['100', '100.5'], []],
    [
      'tells once while the price dances around the level',
      'rises-to',
      ['99', '100', '99.95', '100.1', '99.91', '101'],
      ['100'],
    ],
    [
      'tells again after the price was away by a thousandth',
      'rises-to',
      ['99', '100', '99.9', '100.2'],
      ['100', '100.2'],
    ],
    ['does not tell of falling', 'rises-to', ['101', '99', '98'], []],
    ['is armed by a price below though it began above', 'rises-to', ['101', '99.9', '100'], ['100']],
    ['is not armed by a price that is not away', 'rises-to', ['101', '99.91', '100'], []],
    ['tells of falling', 'falls-to', ['110', '100.01', '100', '90'], ['100']],
    [
      'tells of falling again after it was away',
      'falls-to',
      ['110', '100', '100.09', '99', '100.1', '100'],
      ['100', '100'],
    ],
    ['does not tell of rising', 'falls-to', ['90', '100', '110'], []],
    ['tells of both ways', 'crosses', ['90', '100', '110', '100', '90'], ['100', '100']],
    [
      'tells of the way back only when the price is away',
      'crosses',
      ['90', '100.05', '99.95', '100.05', '99.9'],
      ['100.05', '99.9'],
    ],
    ['tells of leaps to and fro', 'crosses', ['90', '110', '90', '110'], ['110', '90', '110']],
    ['begins at the level and tells of neither side', 'crosses', ['100', '100.5', '101'], []],
    ['began at the level and tells when it is crossed', 'crosses', ['100', '100.5', '99'], ['99']],
  ])('%s', (_what, direction, prices, expected) => {
    expect(pricesThatFire(direction, prices)).toEqual(expected);
  });

  test('is exact where floats are not', () => {
    const level = '0.00000490000000000000001';
    expect(pricesThatFire('rises-to', ['0.0000048', '0.0000049', level], level)).toEqual([level]);
    expect(pricesThatFire('rises-to', ['1', '9007199254740992', '9007199254740993'], '9007199254740993')).toEqual([
      '9007199254740993',
    ]);
  });

  test('never tells twice without a price that was away in between', () => {
    const price = fc.integer({ min: 9950, max: 10_050 });
    fc.assert(
      fc.property(
        fc.array(price, { maxLength: 60 }),
        fc.constantFrom<Direction>('rises-to', 'falls-to'),
        (prices, direction) => {
          const condition = { kind: 'price', market: 'futures', symbol: 'A', level: '10000', direction } as const;
          const sign = direction === 'rises-to' ? 1 : -1;
          let side: PriceSide = 'unknown';
          let isArmed = false;
          prices.forEach((value, place) => {
            const beyond = (value - 10_000) * sign;
            if (place === 0) isArmed = beyond < 0;
            const { state, fires } = nextPriceState(condition, side, String(value));
            side = state;
            expect(fires).toBe(isArmed && beyond >= 0);
            if (fires) isArmed = false;
            if (beyond <= -10) isArmed = true;
          });
        },
      ),
    );
  });
});

describe('an alert for the change over 24 hours', () => {
  function changesThatFire(lasts: readonly string[], percent = '5'): string[] {
    let side: ChangeSide = 'unknown';
    return lasts.filter((last) => {
      const { state, fires } = nextChangeState(
        { kind: 'change', market: 'spot', symbol: 'A', percent },
        side,
        '100',
        last,
      );
      side = state;
      return fires;
    });
  }

  test.each<[string, string[], string[]]>([
    ['tells of a rise', ['100', '104.99', '105'], ['105']],
    ['tells of a fall', ['100', '95.01', '95'], ['95']],
    [
      'tells once until it was within by a margin',
      ['100', '105', '104.9', '105', '104.75', '105', '104.74', '106'],
      ['105', '106'],
    ],
    ['does not tell of the first', ['120', '130'], []],
    ['tells once of a leap from one side to the other', ['100', '106', '94'], ['106']],
  ])('%s', (_what, lasts, expected) => expect(changesThatFire(lasts)).toEqual(expected));

  test('is exact', () => {
    expect(changesThatFire(['100', '104.9999999999999999999999999999', '105'])).toEqual(['105']);
    expect(
      nextChangeState({ kind: 'change', market: 'spot', symbol: 'A', percent: '5' }, 'within', '0', '1').fires,
    ).toBe(true);
  });
});

describe('an alert for plans near their trigger', () => {
  type Tick = { readonly last?: string | null; readonly plans?: OpenPlan[]; readonly after?: number };

  function plansThatFire(ticks: readonly Tick[], about: { plan?: string; symbol?: string } = {}): string[][] {
    let state: StateOf<'plan-near'> = { kind: 'plan-near', hasBegun: false, near: [] };
    let now = startOfTime;
    return ticks.map(({ last = '90', plans = [openPlan('a')], after = 3000 }) => {
      now += after;
      const byKey = new Map(plans.map((plan) => [plan.key, plan]));
      const step = nextNearState({ kind: 'plan-near', percent: '1', ...about }, state, byKey, () => last, now);
      state = step.state;
      return step.fires.map(({ id }) => id);
    });
  }

  const rises = openPlan('a');
  const falls = openPlan('a', { triggerDirection: 'falls-to' });
  const unclear = openPlan('a', { triggerDirection: 'unknown:0' });

  test.each<[string, Tick[], string[][]]>([
    ['tells when a plan comes near', [{}, { last: '99' }, { last: '99.01' }, { last: '99.02' }], [[], [], ['a'], []]],
    ['does not tell of those that are near at first', [{ last: '99.5' }, { last: '99.6' }], [[], []]],
    [
      'tells again after the plan was away',
      [{}, { last: '99.5' }, { last: '98' }, { last: '99.5' }],
      [[], ['a'], [], ['a']],
    ],
    [
      'does not tell again of one that was hardly away',
      [{}, { last: '99.5' }, { last: '98.95' }, { last: '99.5' }],
      [[], ['a'], [], []],
    ],
    ['tells of a plan that the price leapt over', [{ plans: [rises] }, { plans: [rises], last: '150' }], [[], ['a']]],
    [
      'tells of one that waits for a fall',
      [
        { plans: [falls], last: '110' },
        { plans: [falls], last: '50' },
      ],
      [[], ['a']],
    ],
    ['does not guess which way one goes', [{ plans: [unclear] }, { plans: [unclear], last: '150' }], [[], []]],
    [
      'tells of one with no known way by its distance',
      [{ plans: [unclear] }, { plans: [unclear], last: '100.5' }],
      [[], ['a']],
    ],
    ['says nothing without a price', [{}, { last: null }, { last: '0' }, { last: '99.5' }], [[], [], [], ['a']]],
    [
      'keeps what it told while there is no price',
      [{}, { last: '99.5' }, { last: null }, { last: '99.5' }],
      [[], ['a'], [], []],
    ],
    [
      'says nothing of a plan without a trigger price',
      [{ plans: [] }, { plans: [openPlan('a', { triggerPrice: null })], last: '100' }],
      [[], []],
    ],
    ['tells of a plan that is placed near', [{ plans: [] }, { last: '99.5' }], [[], ['a']]],
    [
      'tells what the service says is triggered',
      [{}, { plans: [openPlan('a', { triggerStatus: 'triggered' })], last: null }],
      [[], ['a']],
    ],
    [
      'does not tell again of one that is missing for a moment',
      [{}, { last: '99.5' }, { plans: [], last: '99.5' }, { last: '99.5' }],
      [[], ['a'], [], []],
    ],
    [
      'begins anew with one that was missing for long',
      [{}, { last: '99.5' }, { plans: [] }, { plans: [], after: 700_000 }, { last: '99.5' }],
      [[], ['a'], [], [], ['a']],
    ],
  ])('%s', (_what, ticks, expected) => expect(plansThatFire(ticks)).toEqual(expected));

  test('is about one plan, one symbol, or all', () => {
    const plans = [openPlan('a'), openPlan('b'), openPlan('c', { symbol: 'ETH-USDT' })];
    const ticks = [{ plans }, { plans, last: '99.5' }];
    expect(plansThatFire(ticks)[1]).toEqual(['a', 'b', 'c']);
    expect(plansThatFire(ticks, { symbol: 'ETH-USDT' })[1]).toEqual(['c']);
    expect(plansThatFire(ticks, { plan: 'isolated:b' })[1]).toEqual(['b']);
    expect(plansThatFire(ticks, { plan: 'isolated:b', symbol: 'ETH-USDT' })[1]).toEqual([]);
  });
});
