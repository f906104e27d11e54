import fc from 'fast-check';
import { type MarginMode, marginModes, orderStatuses, planStatuses, type Side } from '../../../shared/domain.ts';
import { datePresets, type HistoryFilter, type HistorySort, historyFields, pnlSigns } from '../../../shared/history.ts';
import type { IndexedRow } from '../../rows.ts';
import type { HistoryQuery } from '../history-query.ts';

/** Where clocks were changed in Berlin, New York and, a minute past midnight, St. John's; borders of years; a day that Apia left out. */
const interestingTimes = [
  Date.UTC(2011, 2, 27, 0, 59, 59, 999),
  Date.UTC(2011, 2, 27, 1),
  Date.UTC(2011, 9, 30, 0, 30),
  Date.UTC(2011, 9, 30, 1, 30),
  Date.UTC(2011, 10, 6, 2, 30, 30),
  Date.UTC(2011, 10, 6, 5, 30),
  Date.UTC(2011, 11, 30, 9, 59, 59),
  Date.UTC(2011, 11, 30, 10),
  Date.UTC(2011, 11, 31, 23, 59, 59, 999),
  Date.UTC(2012, 0, 1),
];
const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Apia', 'America/St_Johns'];
const symbols = [
  'BTC-USDT',
  'ETH-USDT',
  'btc-usdt',
  'ETH-BTC',
  '币安人生-USDT',
  'ＸＡＵ500-USDT',
  'BTC',
  'A-B-USDC',
  'DOGE-',
];
const long = '0.123456789012345678901234567890123456789012345678901234567890';
const decimals = [
  '0',
  '-0',
  '-0.000',
  '1',
  '1.0',
  '1.00000000000000000000',
  '-1',
  '0.1',
  '0.2',
  '-0.3',
  '9007199254740993',
  '9007199254740992',
  '-9007199254740993',
  '999999999999999',
  '0.000000000000001',
  '0.0000000000000001',
  '123456789.123456789',
  '123456789.1234567890000001',
  '100000000000000000000',
  long,
  `${long}1`,
  `${long}2`,
  `-${long}1`,
  `1${'0'.repeat(330)}`,
  `1${'0'.repeat(330)}.1`,
  `-1${'0'.repeat(330)}`,
  `0.${'0'.repeat(340)}1`,
  `0.${'0'.repeat(340)}2`,
  `-0.${'0'.repeat(340)}1`,
  '12345678901234567890123456789012345678901234567890.1234567890',
];

const figure = fc.tuple(fc.integer({ min: -(10 ** 9), max: 10 ** 9 }), fc.nat(9)).map(([units, places]) => {
  const digits = String(Math.abs(units)).padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  return `${units < 0 ? '-' : ''}${whole}${places === 0 ? '' : `.${digits.slice(digits.length - places)}`}`;
});
export const anyDecimal = fc.oneof(fc.constantFrom(...decimals), figure);
const decimalOrNone = fc.oneof({ weight: 5, arbitrary: anyDecimal }, fc.constant(null));
const anyTime = fc.oneof(
  fc.constantFrom(...interestingTimes),
  fc.integer({ min: Date.UTC(2011, 0, 1), max: Date.UTC(2012, 11, 31) }),
);
const anyId = fc.oneof(
  fc.nat(30).map(String),
  fc.nat(99).map((number) => `BG50001815833751224${number}SZX`),
  fc.constantFrom('ａ1', 'A1', 'a1', '订单七', '😀', '\uffee', 'ﬀ', 'FF', 'ab c'),
  fc.string({ unit: fc.constantFrom('a', 'A', 'b', '1', '币'), minLength: 1, maxLength: 4 }),
);
const kinds = ['limit', 'market', '', 'ﬁnal', 'FINAL'];
const unknowns = ['unknown:7', 'unknown:', 'unknown:ａ', 'unknown:A'] as const;

const commonFields = {
  tie: fc.integer({ min: -2, max: 5 }),
  createdAt: anyTime,
  symbol: fc.constantFrom(...symbols),
  type: fc.constant(''),
  side: fc.constantFrom<(Side | null)[]>('buy', 'sell', null),
  kind: fc.constantFrom(...kinds),
  price: decimalOrNone,
  leverage: decimalOrNone,
  quantity: decimalOrNone,
  filledQuantity: decimalOrNone,
};
const order = fc.record({
  ...commonFields,
  status: fc.constantFrom(...orderStatuses, ...unknowns),
  action: fc.constantFrom('open', 'close', null, ...unknowns),
  averagePrice: decimalOrNone,
  pnl: decimalOrNone,
});
const plan = fc.record({
  ...commonFields,
  status: fc.constantFrom(...planStatuses, ...unknowns),
  triggerDirection: fc.constantFrom('rises-to', 'falls-to', ...unknowns),
  triggerPrice: decimalOrNone,
  takeProfit: decimalOrNone,
  stopLoss: decimalOrNone,
});

/** Margin modes and ids that are all different: an id may be in both modes. */
function keys(length: number): fc.Arbitrary<{ marginMode: MarginMode; id: string; key: string }[]> {
  return fc
    .uniqueArray(fc.record({ marginMode: fc.constantFrom(...marginModes), id: anyId }), {
      minLength: length,
      maxLength: length,
      selector: ({ marginMode, id }) => `${marginMode}:${id}`,
    })
    .map((list) => list.map((names) => ({ ...names, key: `${names.marginMode}:${names.id}` })));
}

/** What an archive tells one after the other: rows that are new, and rows in place of what they were. */
function puts<Row>(row: fc.Arbitrary<Row>, most: number) {
  return fc.nat(most).chain((length) =>
    fc
      .record({
        names: keys(length),
        values: fc.array(row, { minLength: length, maxLength: length }),
        changes: fc.array(fc.record({ after: fc.nat(length), of: fc.nat(), value: row }), { maxLength: 12 }),
        batches: fc.array(fc.integer({ min: 1, max: Math.max(1, length) }), { maxLength: 6 }),
      })
      .map(({ names, values, changes, batches }) => {
        const rows = names.map((name, place) => ({ ...(values[place] as Row), ...name, number: place + 1 }));
        const calls: (typeof rows)[] = [];
        let put = 0;
        for (const batch of [...batches, length]) {
          const call = rows.slice(put, put + batch);
          const before = put;
          put += call.length;
          for (const { after, of, value } of changes) {
            const name = names[of % Math.max(1, put)];
            if (after >= before && after < put && name) call.push({ ...value, ...name, number: (of % put) + 1 });
          }
          if (call.length > 0) calls.push(call);
        }
        return calls;
      }),
  );
}

export const orderPuts: fc.Arbitrary<IndexedRow<'order-history'>[][]> = puts(order, 40);
export const planPuts: fc.Arbitrary<IndexedRow<'plan-history'>[][]> = puts(plan, 40);

/** The same rows every time: many, and with ids so long that they are compared piece by piece. */
export function manyOrders(count: number): IndexedRow<'order-history'>[] {
  const values = fc.sample(order, { numRuns: count, seed: 7 });
  return values.map((value, place) => {
    const marginMode = marginModes[place % 2] ?? 'isolated';
    const name = Math.floor(place / 2);
    const id = `${['BG5000181583375', 'BG5000181583375122413SZXEIX', 'bg5000181583375122413szxei', '订单'][name % 4]}${name * 7919}`;
    return { ...value, number: place + 1, marginMode, id, key: `${marginMode}:${id}` };
  });
}

const anyDay = anyTime.map((time) => new Date(time).toISOString().slice(0, 10));
const range = fc.record({ from: anyDecimal, to: anyDecimal }, { requiredKeys: [] });
const some = <Value>(...values: readonly Value[]) => fc.subarray([...values]);

const anyFilter: fc.Arbitrary<HistoryFilter> = fc.record(
  {
    symbols: some(...symbols, 'NONE-USDT'),
    sides: some('buy', 'sell', 'other'),
    kinds: some(...kinds),
    actions: some('open', 'close', 'other'),
    statuses: some(...new Set([...orderStatuses, ...planStatuses, ...unknowns])),
    marginModes: some(...marginModes),
    leverage: range,
    created: fc.oneof(
      fc.record({ preset: fc.constantFrom(...datePresets) }),
      fc.record({ from: anyDay, to: anyDay }, { requiredKeys: [] }),
    ),
    weekdays: some(1, 2, 3, 4, 5, 6, 7),
    hours: some(...Array.from({ length: 24 }, (_, hour) => hour)),
    pnlSigns: some(...pnlSigns),
    pnl: range,
    text: fc.oneof(
      fc.constantFrom(
        '',
        ' ',
        'btc',
        'usdt 1',
        'ＵＳＤＴ',
        '人生',
        'szx bg5',
        'ff',
        'final',
        'b c',
        '-',
        '😀',
        '订',
        'zzz',
        '¨',
      ),
      fc.string({ unit: fc.constantFrom('a', 'b', '1', ' ', '币'), maxLength: 4 }),
    ),
  },
  { requiredKeys: [] },
);
/** Few parts at a time, or hardly a row is left. */
const gentleFilter = anyFilter
  .chain((filter) =>
    fc.shuffledSubarray(Object.entries(filter), { maxLength: Math.min(2, Object.keys(filter).length) }),
  )
  .map((parts): HistoryFilter => Object.fromEntries(parts));

const sort: fc.Arbitrary<HistorySort[]> = fc.array(
  fc.record({
    field: fc.constantFrom(...historyFields),
    direction: fc.constantFrom('ascending', 'descending'),
  }),
  { maxLength: 5 },
);

export const anyQuestion: fc.Arbitrary<HistoryQuery> = fc.record({
  filter: fc.oneof(fc.constant({}), gentleFilter, anyFilter),
  sort,
  zone: fc.constantFrom(...zones),
  now: anyTime,
});
