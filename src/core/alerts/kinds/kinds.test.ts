import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OpenPlan } from '../../../shared/contract/orders.ts';
import { lastPriceOf } from '../../../shared/market/last-price.ts';
import { openPlan, startOfTime } from '../../market/testing/fake-market.ts';
import { type ChangeSide, nextChangeState } from './change.ts';
import { type NearState, nextNearState } from './plan-near.ts';
import { nextPriceState, type PriceSide } from './price.ts';

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
    ['fires when the level is reached', 'rises-to', ['90', '99.99', '100'], ['100']],
    ['fires when the price jumps over the level', 'rises-to', ['90', '150'], ['150']],
    ['does not fire for the first price', 'rises-to', ['101', '102'], []],
    ['does not fire for a first price at the level', 'rises-to', ['100', '100.5'], []],
    [
      'fires once while the price oscillates around the level',
      'rises-to',
      ['99', '100', '99.95', '100.1', '99.91', '101'],
      ['100'],
    ],
    ['fires again after the price was 0.1% away', 'rises-to', ['99', '100', '99.9', '100.2'], ['100', '100.2']],
    ['does not fire for a falling price', 'rises-to', ['101', '99', '98'], []],
    ['is armed by a price below its level, also if it began above', 'rises-to', ['101', '99.9', '100'], ['100']],
    ['is not armed by a price less than 0.1% away', 'rises-to', ['101', '99.91', '100'], []],
    ['fires for a falling price', 'falls-to', ['110', '100.01', '100', '90'], ['100']],
    [
      'fires again for a falling price after it was 0.1% away',
      'falls-to',
      ['110', '100', '100.09', '99', '100.1', '100'],
      ['100', '100'],
    ],
    ['does not fire for a rising price', 'falls-to', ['90', '100', '110'], []],
    ['fires in both directions', 'crosses', ['90', '100', '110', '100', '90'], ['100', '100']],
    [
      'fires for the way back only at 0.1% beyond the level',
      'crosses',
      ['90', '100.05', '99.95', '100.05', '99.9'],
      ['100.05', '99.9'],
    ],
    ['fires for jumps in both directions', 'crosses', ['90', '110', '90', '110'], ['110', '90', '110']],
    ['that begins at the level does not fire for leaving it', 'crosses', ['100', '100.5', '101'], []],
    ['that begins at the level fires when the price crosses it', 'crosses', ['100', '100.5', '99'], ['99']],
  ])('%s', (_what, direction, prices, expected) => {
    expect(pricesThatFire(direction, prices)).toEqual(expected);
  });

  test('compares decimals exactly', () => {
    const level = '0.00000490000000000000001';
    expect(pricesThatFire('rises-to', ['0.0000048', '0.0000049', level], level)).toEqual([level]);
    expect(pricesThatFire('rises-to', ['1', '9007199254740992', '9007199254740993'], '9007199254740993')).toEqual([
      '9007199254740993',
    ]);
  });

  test('never fires twice without a price that was away in between', () => {
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
          prices.forEach((value, index) => {
            const beyond = (value - 10_000) * sign;
            if (index === 0) isArmed = beyond < 0;
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
    ['fires for a rise', ['100', '104.99', '105'], ['105']],
    ['fires for a fall', ['100', '95.01', '95'], ['95']],
    [
      'fires once until the change was below 95% of the percentage',
      ['100', '105', '104.9', '105', '104.75', '105', '104.74', '106'],
      ['105', '106'],
    ],
    ['does not fire for the first change', ['120', '130'], []],
    ['fires once for a jump from one side to the other', ['100', '106', '94'], ['106']],
  ])('%s', (_what, lasts, expected) => expect(changesThatFire(lasts)).toEqual(expected));

  test('compares decimals exactly', () => {
    expect(changesThatFire(['100', '104.9999999999999999999999999999', '105'])).toEqual(['105']);
    expect(
      nextChangeState({ kind: 'change', market: 'spot', symbol: 'A', percent: '5' }, 'within', '0', '1').fires,
    ).toBe(true);
  });
});

describe('an alert for plans near their trigger', () => {
  type Tick = { readonly last?: string | null; readonly plans?: OpenPlan[]; readonly after?: number };

  function plansThatFire(ticks: readonly Tick[], coverage: { plan?: string; symbol?: string } = {}): string[][] {
    let state: NearState = { kind: 'plan-near', hasBegun: false, near: [] };
    let now = startOfTime;
    return ticks.map(({ last = '90', plans = [openPlan('a')], after = 3000 }) => {
      now += after;
      const byKey = new Map(plans.map((plan) => [plan.key, plan]));
      const next = nextNearState(
        { kind: 'plan-near', percent: '1', ...coverage },
        state,
        byKey,
        () => lastPriceOf({ last }),
        now,
      );
      state = next.state;
      return next.fires.map(({ id }) => id);
    });
  }

  const rises = openPlan('a');
  const falls = openPlan('a', { triggerDirection: 'falls-to' });
  const unclear = openPlan('a', { triggerDirection: 'unknown:0' });

  test.each<[string, Tick[], string[][]]>([
    ['fires when a plan comes near', [{}, { last: '99' }, { last: '99.01' }, { last: '99.02' }], [[], [], ['a'], []]],
    ['does not fire for plans that are near at the first evaluation', [{ last: '99.5' }, { last: '99.6' }], [[], []]],
    [
      'fires again after the plan was away',
      [{}, { last: '99.5' }, { last: '98' }, { last: '99.5' }],
      [[], ['a'], [], ['a']],
    ],
    [
      'does not fire again within 110% of the percentage',
      [{}, { last: '99.5' }, { last: '98.95' }, { last: '99.5' }],
      [[], ['a'], [], []],
    ],
    [
      'fires if the price jumps over the trigger price',
      [{ plans: [rises] }, { plans: [rises], last: '150' }],
      [[], ['a']],
    ],
    [
      'fires for a plan that waits for a fall',
      [
        { plans: [falls], last: '110' },
        { plans: [falls], last: '50' },
      ],
      [[], ['a']],
    ],
    ['does not guess the direction of a plan', [{ plans: [unclear] }, { plans: [unclear], last: '150' }], [[], []]],
    [
      'fires for a plan of unknown direction by its distance',
      [{ plans: [unclear] }, { plans: [unclear], last: '100.5' }],
      [[], ['a']],
    ],
    ['does not fire without a price', [{}, { last: null }, { last: '99.5' }], [[], [], ['a']]],
    [
      'keeps its state while there is no price',
      [{}, { last: '99.5' }, { last: null }, { last: '99.5' }],
      [[], ['a'], [], []],
    ],
    [
      'does not fire for a plan without a trigger price',
      [{ plans: [] }, { plans: [openPlan('a', { triggerPrice: null })], last: '100' }],
      [[], []],
    ],
    ['fires for a plan that is placed near its trigger', [{ plans: [] }, { last: '99.5' }], [[], ['a']]],
    [
      'fires for a plan with the status triggered',
      [{}, { plans: [openPlan('a', { triggerStatus: 'triggered' })], last: null }],
      [[], ['a']],
    ],
    [
      'does not fire again for a plan that was missing briefly',
      [{}, { last: '99.5' }, { plans: [], last: '99.5' }, { last: '99.5' }],
      [[], ['a'], [], []],
    ],
    [
      'fires again for a plan that was missing for more than ten minutes',
      [{}, { last: '99.5' }, { plans: [] }, { plans: [], after: 700_000 }, { last: '99.5' }],
      [[], ['a'], [], [], ['a']],
    ],
  ])('%s', (_what, ticks, expected) => expect(plansThatFire(ticks)).toEqual(expected));

  test('applies to one plan, to one symbol, or to all plans', () => {
    const plans = [openPlan('a'), openPlan('b'), openPlan('c', { symbol: 'ETH-USDT' })];
    const ticks = [{ plans }, { plans, last: '99.5' }];
    expect(plansThatFire(ticks)[1]).toEqual(['a', 'b', 'c']);
    expect(plansThatFire(ticks, { symbol: 'ETH-USDT' })[1]).toEqual(['c']);
    expect(plansThatFire(ticks, { plan: 'isolated:b' })[1]).toEqual(['b']);
    expect(plansThatFire(ticks, { plan: 'isolated:b', symbol: 'ETH-USDT' })[1]).toEqual([]);
  });
});
