import fc from 'fast-check';
import { expect, test } from 'vitest';
import { blankRow } from '../../shared/testing/blank-row.ts';
import { OrderTable } from '../orders/list-table.ts';
import { type NumberedRow, putRows } from '../orders/testing/numbered-rows.ts';
import { type HistoryBreak, noWords, type UnreadableOrder, type UserWords } from '../rows.ts';
import { Trades } from './trades.ts';

type Order = NumberedRow<'order-history'>;

/** Something that trades depend on and that can change. */
interface Change {
  readonly orders?: readonly Order[];
  readonly observed?: { readonly row: number; readonly minute: number | null };
  readonly breaks?: readonly HistoryBreak[];
  readonly unreadable?: readonly UnreadableOrder[];
  readonly words?: Partial<UserWords>;
}

const symbols = ['BTC-USDT', 'ETH-USDT'] as const;
const minute = 60_000;
const tripsOf = 6;

/** An order of a symbol: those with odd numbers open 10 contracts of size 0.01, and each following one closes them. */
function order(number: number, odd: Partial<Order> = {}): Order {
  const isFirst = number <= 2 * tripsOf;
  const marginMode = isFirst ? 'cross' : 'isolated';
  const opens = number % 2 === 1;
  return {
    ...blankRow('order-history'),
    id: `o${number}`,
    key: `${marginMode}:o${number}`,
    number,
    tie: number,
    marginMode,
    symbol: symbols[isFirst ? 0 : 1],
    side: opens ? 'buy' : 'sell',
    action: opens ? 'open' : 'close',
    kind: 'market',
    status: 'filled',
    createdAt: number * minute,
    filledQuantity: '10',
    averagePrice: opens ? '100.00' : '101.00',
    pnl: opens ? '0' : '0.1000',
    ...odd,
  };
}

const initial = Array.from({ length: 4 * tripsOf }, (_, index) => order(index + 1));

/** Trades after changes. */
class Changed {
  readonly #orders = new OrderTable();
  readonly trades = new Trades(this.#orders);

  constructor(changes: readonly Change[]) {
    for (const change of changes) this.apply(change);
  }

  apply({ orders, observed, breaks, unreadable, words }: Change): void {
    if (orders) putRows(this.#orders, orders);
    if (observed) {
      const at = observed.minute === null ? null : observed.minute * minute;
      const slice = { quantity: '10', averagePrice: null, pnl: null };
      this.trades.observe(observed.row, at === null ? [] : [{ ...slice, from: at, to: at }]);
    }
    if (breaks) this.trades.setBreaks(breaks);
    if (unreadable) this.trades.setUnreadable(unreadable);
    if (words) this.trades.setWords({ ...noWords, ...words });
  }

  sizes() {
    return symbols.map((symbol) => this.trades.contractSize(symbol));
  }

  sizesOver() {
    return symbols.map((symbol) => [0, 5, 100].map((at) => this.trades.sizesOver(symbol)(at * minute)));
  }
}

const breakOf = (before: number | null): HistoryBreak => ({
  marginMode: 'cross',
  after: before && (before - 1) * minute,
  before: before && before * minute,
});
const unreadable = {
  id: 'x',
  marginMode: 'cross',
  symbol: 'BTC-USDT',
  createdAt: 5.5 * minute,
  seenAt: 6 * minute,
} as const;
const ofFirst = { symbol: 'BTC-USDT', marginMode: 'cross' } as const;
const added = [order(25, { ...ofFirst, key: 'cross:o25' }), order(26, { ...ofFirst, key: 'cross:o26' })];
/** An order of which it is not known what it did to the first trade. */
const doubtful = order(25, { ...ofFirst, key: 'cross:o25', createdAt: 1.5 * minute, action: null });

test.each<[string, readonly Change[], Change]>([
  ['a figure of an order', [], { orders: [order(2, { pnl: '0.2000' })] }],
  ['the time of an order', [], { orders: [order(2, { createdAt: 3.5 * minute })] }],
  ['the symbol of an order', [], { orders: [order(12, { symbol: 'SOL-USDT' })] }],
  ['a new trade', [], { orders: added }],
  ['the time at which an order was executed', [], { observed: { row: 2, minute: 3.5 } }],
  ['that it is not known any more', [{ observed: { row: 2, minute: 3.5 } }], { observed: { row: 2, minute: null } }],
  ['a gap', [], { breaks: [breakOf(5)] }],
  ['the end of a gap', [{ breaks: [breakOf(5)] }], { breaks: [] }],
  ['an order that cannot be read', [], { unreadable: [unreadable] }],
  ['the same order, read', [{ unreadable: [unreadable] }], { unreadable: [] }],
  ['a typed size', [], { words: { contractSizes: { 'BTC-USDT': '0.02' } } }],
  ['a typed size that goes', [{ words: { contractSizes: { 'BTC-USDT': '0.01' } } }], { words: {} }],
  ['a doubtful order', [], { orders: [doubtful] }],
  ['a settled doubt', [{ orders: [doubtful] }], { words: { settled: { 'cross:o25': 'other' } } }],
  ['a closing by the user', [{ orders: [doubtful] }], { words: { settled: { 'cross:o25': 'closed-long' } } }],
])('%s changes what is known of its contract, and nothing of another one', (_, before, change) => {
  const changed = new Changed([{ orders: initial }, ...before]);
  const [own, other] = changed.sizes();
  changed.apply(change);
  const [ownAfter, otherAfter] = changed.sizes();
  expect(ownAfter).not.toEqual(own);
  expect(otherAfter).toBe(other);
  expect(changed.sizes()).toEqual(new Changed([{ orders: initial }, ...before, change]).sizes());
});

test('another cost method of the account changes what is known of contracts whose orders are the same', () => {
  /** Four orders of a trade, from one on: two that open at 100 and 102, and two that close with the PnL of a method. */
  const scaled = (first: number, results: readonly [string, string]) =>
    ['100.00', '102.00', '105.00', '105.00'].map((averagePrice, index) => {
      const opens = index < 2;
      const odd = { kind: 'market', averagePrice, pnl: opens ? '0' : (results[index - 2] as string) } as const;
      return order(first + index, { ...odd, side: opens ? 'buy' : 'sell', action: opens ? 'open' : 'close' });
    });
  const changed = new Changed([{ orders: [...initial, ...scaled(1, ['0.4000', '0.4000'])] }]);
  const [before] = changed.sizes();
  changed.apply({ orders: [13, 17, 21].flatMap((first) => scaled(first, ['0.5000', '0.3000'])) });
  const [after] = changed.sizes();
  expect([before, after].map((contract) => contract?.pnl)).toMatchObject([
    { compared: 6, agreed: 6 },
    { compared: 6, agreed: 4 },
  ]);
});

test('after any changes, sizes are those of trades that are derived from scratch', () => {
  const number = fc.integer({ min: 1, max: 4 * tripsOf });
  const orders = fc.record({
    number,
    pnl: fc.constantFrom('0.1000', '0.0100', '0.2500', null),
    averagePrice: fc.constantFrom('100.00', '101.00', '102.50'),
    filledQuantity: fc.constantFrom('10', '10', '5', '0'),
    symbol: fc.constantFrom(...symbols),
    action: fc.constantFrom('open', 'close', 'open', 'close', null),
  });
  const half = fc.integer({ min: 0, max: 100 }).map((minutes) => minutes / 2);
  const settlement = fc.constantFrom('other', 'closed-long', 'closed-short');
  const change: fc.Arbitrary<Change> = fc.oneof(
    orders.map(({ number: row, ...odd }): Change => ({ orders: [order(row, odd as Partial<Order>)] })),
    fc.record({ row: number, minute: fc.option(half) }).map((observed): Change => ({ observed })),
    fc.array(fc.option(half), { maxLength: 2 }).map((ends): Change => ({ breaks: ends.map(breakOf) })),
    fc.constantFrom<Change>({ unreadable: [unreadable] }, { unreadable: [] }),
    fc
      .record({
        contractSizes: fc.dictionary(fc.constantFrom(...symbols), fc.constantFrom('0.01', '0.02')),
        settled: fc.dictionary(
          number.map((row) => `${row <= 2 * tripsOf ? 'cross' : 'isolated'}:o${row}`),
          settlement,
        ),
      })
      .map((words): Change => ({ words })),
  );
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 12 }), (changes) => {
      const all: Change[] = [{ orders: initial }];
      const changed = new Changed(all);
      for (const one of changes) {
        changed.sizes();
        changed.apply(one);
        all.push(one);
        const fresh = new Changed(all);
        expect(changed.sizes()).toEqual(fresh.sizes());
        expect(changed.sizesOver()).toEqual(fresh.sizesOver());
      }
    }),
    { numRuns: Number(process.env.PROPERTY_RUNS ?? 30) },
  );
});
