import fc from 'fast-check';
import type { HistoryFilter, HistorySort } from '../../../shared/contract/history.ts';
import { datePresets, type HistoryList, historyFields, pnlSigns } from '../../../shared/orders/history.ts';
import { type DecimalKind, type FieldOf, fieldsOf, isDecimal } from '../../../shared/orders/order-fields.ts';
import { type MarginMode, marginModes, orderStatuses, planStatuses, type Side } from '../../../shared/values/domain.ts';
import type { HistoryQuery } from '../list-table.ts';
import type { NumberedRow } from './numbered-rows.ts';

/** Clock changes in Berlin, New York and St. John's (one minute past midnight), the ends of years, and the day that Apia skipped. */
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
const longDecimal = '0.123456789012345678901234567890123456789012345678901234567890';
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
  longDecimal,
  `${longDecimal}1`,
  `${longDecimal}2`,
  `-${longDecimal}1`,
  `1${'0'.repeat(330)}`,
  `1${'0'.repeat(330)}.1`,
  `-1${'0'.repeat(330)}`,
  `0.${'0'.repeat(340)}1`,
  `0.${'0'.repeat(340)}2`,
  `-0.${'0'.repeat(340)}1`,
  '12345678901234567890123456789012345678901234567890.1234567890',
];

const anyFigure = fc.tuple(fc.integer({ min: -(10 ** 9), max: 10 ** 9 }), fc.nat(9)).map(([units, places]) => {
  const digits = String(Math.abs(units)).padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  return `${units < 0 ? '-' : ''}${whole}${places === 0 ? '' : `.${digits.slice(digits.length - places)}`}`;
});
export const anyDecimal = fc.oneof(fc.constantFrom(...decimals), anyFigure);
const decimalOrNull = fc.oneof({ weight: 5, arbitrary: anyDecimal }, fc.constant(null));
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
};
const anyOrder = fc.record({
  ...commonFields,
  ...anyDecimals('order-history'),
  status: fc.constantFrom(...orderStatuses, ...unknowns),
  action: fc.constantFrom('open', 'close', null, ...unknowns),
});
const anyPlan = fc.record({
  ...commonFields,
  ...anyDecimals('plan-history'),
  status: fc.constantFrom(...planStatuses, ...unknowns),
  triggerDirection: fc.constantFrom('rises-to', 'falls-to', ...unknowns),
});

function anyDecimals<List extends HistoryList>(list: List) {
  const names = fieldsOf(list).flatMap(({ name, kind }) => (isDecimal(kind) ? [name] : []));
  return Object.fromEntries(names.map((name) => [name, decimalOrNull])) as {
    [Field in FieldOf<List, DecimalKind>]: typeof decimalOrNull;
  };
}

/** Distinct keys. An ID may occur in both margin modes. */
function anyKeys(length: number): fc.Arbitrary<{ marginMode: MarginMode; id: string; key: string }[]> {
  return fc
    .uniqueArray(fc.record({ marginMode: fc.constantFrom(...marginModes), id: anyId }), {
      minLength: length,
      maxLength: length,
      selector: ({ marginMode, id }) => `${marginMode}:${id}`,
    })
    .map((list) => list.map((parts) => ({ ...parts, key: `${parts.marginMode}:${parts.id}` })));
}

/** Batches as a sync stores them: new rows, and new content of earlier rows. */
function anyBatches<Row>(row: fc.Arbitrary<Row>, maxRows: number) {
  return fc.nat(maxRows).chain((length) =>
    fc
      .record({
        keys: anyKeys(length),
        values: fc.array(row, { minLength: length, maxLength: length }),
        changes: fc.array(fc.record({ after: fc.nat(length), of: fc.nat(), value: row }), { maxLength: 12 }),
        sizes: fc.array(fc.integer({ min: 1, max: Math.max(1, length) }), { maxLength: 6 }),
      })
      .map(({ keys, values, changes, sizes }) => {
        const rows = keys.map((key, i) => ({ ...(values[i] as Row), ...key, number: i + 1 }));
        const batches: (typeof rows)[] = [];
        let put = 0;
        for (const size of [...sizes, length]) {
          const batch = rows.slice(put, put + size);
          const before = put;
          put += batch.length;
          for (const { after, of, value } of changes) {
            const key = keys[of % Math.max(1, put)];
            if (after >= before && after < put && key) batch.push({ ...value, ...key, number: (of % put) + 1 });
          }
          if (batch.length > 0) batches.push(batch);
        }
        return batches;
      }),
  );
}

export const orderBatches: fc.Arbitrary<NumberedRow<'order-history'>[][]> = anyBatches(anyOrder, 40);
export const planBatches: fc.Arbitrary<NumberedRow<'plan-history'>[][]> = anyBatches(anyPlan, 40);

/** Returns `count` orders, the same on every call. Their IDs are so long that they need several key words. */
export function manyOrders(count: number): NumberedRow<'order-history'>[] {
  const values = fc.sample(anyOrder, { numRuns: count, seed: 7 });
  return values.map((value, i) => {
    const marginMode = marginModes[i % 2] ?? 'isolated';
    const serial = Math.floor(i / 2);
    const id = `${['BG5000181583375', 'BG5000181583375122413SZXEIX', 'bg5000181583375122413szxei', '订单'][serial % 4]}${serial * 7919}`;
    return { ...value, number: i + 1, marginMode, id, key: `${marginMode}:${id}` };
  });
}

const anyDay = anyTime.map((time) => new Date(time).toISOString().slice(0, 10));
const anyRange = fc.record({ from: anyDecimal, to: anyDecimal }, { requiredKeys: [] });
const anyOf = <Value>(...values: readonly Value[]) => fc.subarray([...values]);

const anyFilter: fc.Arbitrary<HistoryFilter> = fc.record(
  {
    symbols: anyOf(...symbols, 'NONE-USDT'),
    withoutSymbols: anyOf(...symbols, 'NONE-USDT'),
    sides: anyOf('buy', 'sell', 'other'),
    kinds: anyOf(...kinds),
    withoutKinds: anyOf(...kinds),
    actions: anyOf('open', 'close', 'other'),
    statuses: anyOf(...new Set([...orderStatuses, ...planStatuses, ...unknowns])),
    withoutStatuses: anyOf(...new Set([...orderStatuses, ...planStatuses, ...unknowns])),
    marginModes: anyOf(...marginModes),
    leverage: anyRange,
    price: anyRange,
    positionSides: anyOf('long', 'short'),
    created: fc.oneof(
      fc.record({ preset: fc.constantFrom(...datePresets) }),
      fc.record({ from: anyDay, to: anyDay }, { requiredKeys: [] }),
      fc.record({ since: anyTime, before: anyTime }),
    ),
    ids: fc.array(anyId, { maxLength: 4 }),
    tags: anyOf('a', 'b1', '突破', 'fomo', 'none'),
    withoutTags: anyOf('a', 'b1', '突破', 'fomo', 'none'),
    noted: fc.constantFrom('only', 'none'),
    weekdays: anyOf(1, 2, 3, 4, 5, 6, 7),
    hours: anyOf(...Array.from({ length: 24 }, (_, hour) => hour)),
    pnlSigns: anyOf(...pnlSigns),
    pnl: anyRange,
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
        '#a',
        'fomo btc',
        'LATE 1',
      ),
      fc.string({ unit: fc.constantFrom('a', 'b', '1', ' ', '币'), maxLength: 4 }),
    ),
  },
  { requiredKeys: [] },
);
/** At most two parts, because more parts keep hardly any row. */
const looseFilter = anyFilter
  .chain((filter) =>
    fc.shuffledSubarray(Object.entries(filter), { maxLength: Math.min(2, Object.keys(filter).length) }),
  )
  .map((parts): HistoryFilter => Object.fromEntries(parts));

const anySort: fc.Arbitrary<HistorySort[]> = fc.array(
  fc.record({
    field: fc.constantFrom(...historyFields),
    direction: fc.constantFrom('ascending', 'descending'),
  }),
  { maxLength: 5 },
);

export const anyQuery: fc.Arbitrary<HistoryQuery> = fc.record({
  filter: fc.oneof(fc.constant({}), looseFilter, anyFilter),
  sort: anySort,
  zone: fc.constantFrom(...zones),
  now: anyTime,
});

const anyNote = fc.oneof(
  fc.constantFrom('', 'late #FOMO', '＃突破 usdt', '#a #B1', '#a\n#a b1', '😀 ﬀ ab c', 'b#a', 'x'.repeat(300)),
  fc.string({ unit: fc.constantFrom('#', 'a', 'B', '1', ' ', '币', '\n'), maxLength: 8 }),
);
/** Notes to set after each batch of rows. `row`: stands for any row that was put. */
export const noteChanges = fc.array(fc.array(fc.record({ row: fc.nat(), text: anyNote }), { maxLength: 12 }), {
  maxLength: 6,
});
