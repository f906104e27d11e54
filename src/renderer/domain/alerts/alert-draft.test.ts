import { describe, expect, test } from 'vitest';
import type { AlertCondition } from '../../../shared/contract/alerts.ts';
import { contract } from '../../../shared/contract/index.ts';
import { checkDraft, checkTiming, draftOf, newDraft } from './alert-draft.ts';

const conditions: AlertCondition[] = [
  { kind: 'plan-near', percent: '0.5' },
  { kind: 'plan-near', percent: '0.5', symbol: 'BTC-USDT' },
  { kind: 'plan-near', percent: '0.5', symbol: 'BTC-USDT', plan: 'cross:7' },
  { kind: 'plan-left' },
  { kind: 'plan-left', plan: 'cross:7' },
  { kind: 'plan-orphaned', symbol: 'BTC-USDT' },
  { kind: 'price', market: 'spot', symbol: '币安人生-USDT', level: '0.0000049', direction: 'falls-to' },
  { kind: 'change', market: 'futures', symbol: 'BTC-USDT', percent: '5' },
  { kind: 'price-move', market: 'futures', symbol: 'BTC-USDT', percent: '2', minutes: 15 },
  { kind: 'position-unstopped', minutes: 5 },
  { kind: 'stop-near', percent: '0.5' },
  { kind: 'losing-streak', trades: 4 },
  { kind: 'trades-today', trades: 1000 },
  { kind: 'stop-near', percent: '0.5', symbol: 'BTC-USDT' },
  { kind: 'position-unstopped', minutes: 30, symbol: 'BTC-USDT' },
  { kind: 'pnl', of: 'position', direction: 'loss', amount: '2', unit: 'percent', quote: 'USDT', symbol: 'BTC-USDT' },
  { kind: 'pnl', of: 'position', direction: 'gain', amount: '12.5', unit: 'amount', quote: 'USDT' },
  { kind: 'pnl', of: 'day', direction: 'loss', amount: '100', unit: 'amount', quote: 'USDC' },
  { kind: 'stale', minutes: 1440 },
  { kind: 'account-silent' },
];

test.each(conditions)('an unchanged draft has the condition of its alert: %o', (condition) => {
  const alert = {
    id: 'a',
    account: 'main',
    condition,
    paused: true,
    quietMinutes: 5,
    endsAt: null,
    createdAt: 1,
    lastFiredAt: null,
    isArmed: true,
  };
  const draft = draftOf(alert, 'UTC');
  expect(draft).toMatchObject({ id: 'a', paused: true, kind: condition.kind });
  expect(checkDraft(draft)).toEqual({ condition, problems: {} });
});

test('typed decimals are read in several notations', () => {
  const price = (level: string) => checkDraft({ ...newDraft({ symbol: 'BTC-USDT' }), level });
  expect(price(' 4.9e-6 ').condition).toMatchObject({ level: '0.0000049' });
  expect(price('65000.10').condition).toMatchObject({ level: '65000.10' });
  expect(price('1,065,000.10').condition).toMatchObject({ level: '1065000.10' });
  expect(price('65,00').condition).toMatchObject({ level: '65.00' });
  expect(price('65.5k').condition).toMatchObject({ level: '65500' });
  expect(price('65\u202F000.10').condition).toMatchObject({ level: '65000.10' });
  expect(checkDraft({ ...newDraft({ kind: 'plan-near' }), percent: '2 %' }).condition).toMatchObject({ percent: '2' });
});

test.each([
  ['', 'no-decimal'],
  ['65,000', 'ambiguous'],
  ['0,151.5', 'no-decimal'],
  ['0.00', 'not-above-zero'],
  ['-5', 'not-above-zero'],
  [`0.${'0'.repeat(70)}1`, 'too-long'],
])('a level of "%s" is rejected', (level, problem) => {
  expect(checkDraft({ ...newDraft({ symbol: 'BTC-USDT' }), level })).toEqual({
    condition: null,
    problems: { level: problem },
  });
});

test.each(['', '0', '1441', '1.5', '-1', 'five'])('"%s" minutes are rejected', (minutes) => {
  expect(checkDraft({ ...newDraft({ kind: 'stale' }), minutes }).problems).toEqual({ minutes: 'no-minutes' });
});

test('a PnL of the account is of a currency, and one of a position or its entry needs none', () => {
  const pnl = { ...newDraft({ kind: 'pnl' }), amount: '5', quote: ' usdc ' };
  const conditionOf = (changed: Partial<typeof pnl>) => checkDraft({ ...pnl, ...changed }).condition;
  expect(conditionOf({ of: 'account', scope: 'symbol' })).toMatchObject({ unit: 'percent', quote: 'USDC' });
  expect(conditionOf({ of: 'account', unit: 'amount' })).toMatchObject({ unit: 'amount' });
  expect(conditionOf({ of: 'stops' })).toMatchObject({ unit: 'amount' });
  expect(conditionOf({ of: 'entry', unit: 'amount', quote: '' })).toMatchObject({ unit: 'percent' });
  expect(checkDraft({ ...pnl, of: 'account', quote: '' }).problems).toEqual({ quote: 'no-quote' });
  expect(checkDraft({ ...pnl, scope: 'symbol', amount: '' }).problems).toEqual({
    symbol: 'no-symbol',
    amount: 'no-decimal',
  });
});

test('all problems of the kind are reported together', () => {
  expect(checkDraft(newDraft({}))).toEqual({ condition: null, problems: { symbol: 'no-symbol', level: 'no-decimal' } });
  expect(checkDraft({ ...newDraft({ kind: 'plan-near', scope: 'symbol' }), percent: '' }).problems).toEqual({
    symbol: 'no-symbol',
    percent: 'no-decimal',
  });
  expect(checkDraft({ ...newDraft({ kind: 'account-silent' }), level: 'nonsense' }).condition).not.toBeNull();
});

test('the core accepts every valid draft', () => {
  for (const typed of ['1', '00.5', '.5', '1e3', '65000.10', '0.0000000000000000000000001']) {
    const { condition } = checkDraft({ ...newDraft({ symbol: 'BTC-USDT' }), level: typed });
    expect(contract.saveAlert.input.safeParse({ account: 'main', condition, paused: false }).success, typed).toBe(true);
  }
});

describe('how often an alert fires, and until when', () => {
  const now = Date.parse('2026-03-28T12:00:00Z');
  const check = (draft: Partial<ReturnType<typeof newDraft>>) =>
    checkTiming({ ...newDraft({}), ...draft }, 'Europe/Berlin', now);

  test('is five minutes and no end, unless the user chooses', () => {
    expect(check({}).timing).toEqual({ quietMinutes: 5, endsAt: null });
    expect(check({ quiet: '90' }).timing).toEqual({ quietMinutes: 90, endsAt: null });
    expect(check({ repeat: 'always', quiet: 'x' }).timing).toEqual({ quietMinutes: 0, endsAt: null });
    expect(check({ repeat: 'once', quiet: '' }).timing).toEqual({ quietMinutes: null, endsAt: null });
  });

  test('ends with the day in the zone, also one of 23 hours', () => {
    expect(check({ ends: '2026-03-28' }).timing?.endsAt).toBe(Date.parse('2026-03-28T23:00:00Z'));
    expect(check({ ends: ' 2026/3/29 ' }).timing?.endsAt).toBe(Date.parse('2026-03-29T22:00:00Z'));
  });

  test('is checked', () => {
    expect(check({ quiet: '0', ends: '2026-02-30' })).toEqual({
      timing: null,
      problems: { quiet: 'no-minutes', ends: 'no-day' },
    });
    expect(check({ ends: '2026-03-27' }).problems).toEqual({ ends: 'past-day' });
  });

  test.each([
    [5, null],
    [0, Date.parse('2026-03-29T22:00:00Z')],
    [null, Date.parse('2026-12-31T23:00:00Z')],
  ])('of an alert is that of its form: %j, %j', (quietMinutes, endsAt) => {
    const condition = { kind: 'account-silent' } as const;
    const alert = {
      id: 'a',
      account: 'main',
      condition,
      paused: false,
      createdAt: 1,
      lastFiredAt: null,
      isArmed: true,
    };
    expect(check(draftOf({ ...alert, quietMinutes, endsAt }, 'Europe/Berlin')).timing).toEqual({
      quietMinutes,
      endsAt,
    });
  });
});
