import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { ReadTime } from '../../exchange/index.ts';
import type { Order } from '../../shared/contract/orders.ts';
import type { OrderStatus } from '../../shared/values/domain.ts';
import type { HistoryStore } from './history-store.ts';
import { facts } from './meta-table.ts';
import { firstTime, orderEntry, orderPage } from './testing/entries.ts';
import { storeFolder } from './testing/store-folder.ts';

const folder = storeFolder();
const minute = 60_000;
const createdAt = firstTime;
const at = (minutes: number) => createdAt + minutes * minute;

interface Reading extends Partial<Pick<Order, 'averagePrice' | 'pnl' | 'kind'>> {
  readonly status: OrderStatus;
  readonly filled: string;
}

/** Saves the newest page with an order. A reading takes a second. */
function read(store: HistoryStore, minutes: number, { status, filled, ...fields }: Reading, id = '1') {
  const entry = orderEntry(id, { createdAt, status, raw: JSON.stringify([status, filled, fields]) });
  const row: Order = { ...entry.row, filledQuantity: filled, averagePrice: null, pnl: '0', ...fields };
  const readAt: ReadTime = { earliest: at(minutes), latest: at(minutes) + 1000 };
  return store.savePage(orderPage(null, [{ id, row }], { readAt, fetchedAt: at(minutes) }));
}

const execution = (store: HistoryStore) => store.executionOf('isolated:1');
const slice = (from: number, to: number, quantity: string, averagePrice: string | null, pnl: string | null) => ({
  ...{ from: at(from), to: at(to) + 1000, quantity, averagePrice, pnl },
});

describe('an order that was seen waiting', () => {
  it('was executed between the last reading without the quantity and the first one with it', () => {
    const { store } = folder.open();
    for (const minutes of [1, 2, 3]) read(store, minutes, { status: 'pending', filled: '0' });
    expect(execution(store)).toEqual({ slices: [], waitingAt: at(3) });
    read(store, 4, { status: 'filled', filled: '12.0', averagePrice: '5', pnl: '-0.10' });
    read(store, 5, { status: 'filled', filled: '12.0', averagePrice: '5', pnl: '-0.10' });
    expect(execution(store)).toEqual({ slices: [slice(3, 4, '12', '5', '-0.10')], waitingAt: null });
    expect(store.read(({ executions }) => executions.scan(0, 10))).toEqual({
      slices: [[1, [slice(3, 4, '12', '5', '-0.10')]]],
      next: 1,
    });
    expect(store.read(({ executions }) => executions.scan(1, 10))).toEqual({ slices: [], next: null });
    expect(execution(folder.reopen()).slices).toHaveLength(1);
  });

  it('has a slice for each change of its executed quantity, with the differences of the figures', () => {
    const { store } = folder.open();
    read(store, 1, { status: 'partially-filled', filled: '2', averagePrice: '100', pnl: '0.5' });
    read(store, 2, { status: 'partially-filled', filled: '2.00', averagePrice: '100', pnl: '0.5' });
    read(store, 9, { status: 'partially-filled', filled: '5', averagePrice: '101.2', pnl: '0.2' });
    expect(execution(store).waitingAt).toBe(at(9));
    read(store, 11, { status: 'partially-canceled', filled: '8', averagePrice: '103', pnl: '0.30' });
    expect(execution(store)).toEqual({
      slices: [slice(0, 1, '2', '100', '0.5'), slice(2, 9, '3', '102', '-0.3'), slice(9, 11, '3', '106', '0.1')],
      waitingAt: null,
    });
  });

  it('has no average price and no PnL of a part if one of both readings lacks it', () => {
    const { store } = folder.open();
    read(store, 1, { status: 'partially-filled', filled: '2', averagePrice: null, pnl: null });
    read(store, 2, { status: 'filled', filled: '12', averagePrice: '3', pnl: '1' });
    expect(execution(store).slices).toEqual([slice(0, 1, '2', null, null), slice(1, 2, '10', null, null)]);
  });

  it('rounds a price that has no end to 12 significant digits', () => {
    const { store } = folder.open();
    read(store, 1, { status: 'partially-filled', filled: '1', averagePrice: '0.00001' });
    read(store, 2, { status: 'filled', filled: '4', averagePrice: '0.000011' });
    expect(execution(store).slices[1]?.averagePrice).toBe('0.0000113333333333');
  });

  it('is known from readings that are saved in another order than they were made', () => {
    const { store } = folder.open();
    const readings: [number, string][] = [
      [1, '0'],
      [4, '6'],
      [2, '0'],
      [3, '4'],
      [5, '12'],
    ];
    for (const [minutes, filled] of readings) read(store, minutes, { status: 'partially-filled', filled });
    expect(execution(store).slices.map(({ from, to, quantity }) => [from, to, quantity])).toEqual([
      [at(2), at(3) + 1000, '4'],
      [at(3), at(4) + 1000, '2'],
      [at(4), at(5) + 1000, '6'],
    ]);
  });

  it('has the same slices until its row changes, also if an earlier reading is saved later', () => {
    const { store } = folder.open();
    read(store, 1, { status: 'pending', filled: '0' });
    read(store, 5, { status: 'partially-filled', filled: '4' });
    const { slices } = execution(store);
    expect(read(store, 3, { status: 'partially-filled', filled: '4' }).observed).toEqual([]);
    expect(execution(store).slices).toEqual(slices);
  });

  it('has the PnL that is sent after its last execution', () => {
    const { store } = folder.open();
    read(store, 1, { status: 'pending', filled: '0' });
    read(store, 2, { status: 'filled', filled: '12', averagePrice: '5', pnl: '0' });
    const { observed } = read(store, 3, { status: 'filled', filled: '12', averagePrice: '5', pnl: '7' });
    expect(observed).toEqual([[1, [slice(1, 2, '12', '5', '7')]]]);
    expect(read(store, 4, { status: 'filled', filled: '12', averagePrice: '5', pnl: '7' }).observed).toEqual([]);
  });

  it('was executed at an unknown time if the exchange takes a quantity back', () => {
    const { store } = folder.open();
    read(store, 1, { status: 'partially-filled', filled: '8' });
    read(store, 2, { status: 'partially-filled', filled: '5' });
    expect(execution(store)).toEqual({ slices: [], waitingAt: null });
    read(store, 3, { status: 'filled', filled: '12' });
    expect(execution(store)).toEqual({ slices: [], waitingAt: null });
  });
});

describe('an order that never was seen waiting', () => {
  it('was executed until its first reading, if that was soon', () => {
    const { store } = folder.open();
    read(store, 7, { status: 'filled', filled: '12', averagePrice: '5', pnl: '0' });
    read(store, 60, { status: 'filled', filled: '12', averagePrice: '5', pnl: '0' });
    expect(execution(store).slices).toEqual([slice(0, 7, '12', '5', '0')]);
  });

  test.each<[string, number, Reading]>([
    ['is a market order', 7, { status: 'filled', filled: '12', kind: 'market' }],
    ['has not been executed', 7, { status: 'canceled', filled: '0' }],
    ['is downloaded long after it', 2881, { status: 'filled', filled: '12' }],
  ])('has no record if it %s', (_name, minutes, reading) => {
    const { store } = folder.open();
    read(store, minutes, reading);
    expect(execution(store)).toEqual({ slices: [], waitingAt: null });
    expect(store.read(({ executions }) => executions.scan(0, 10))).toEqual({ slices: [], next: null });
  });
});

test('the times of an order are unknown without the time of its readings', () => {
  const { store } = folder.open();
  store.savePage(orderPage(null, [orderEntry('1', { status: 'pending' })]));
  store.savePage(orderPage(null, [orderEntry('1', { status: 'filled' })]));
  expect(execution(store)).toEqual({ slices: [], waitingAt: null });
});

test('every execution lies within its slice, whatever was read when, and also if records are lost', () => {
  const scenario = fc.record({
    // Minutes from the creation, in steps of a second.
    fills: fc.array(fc.integer({ min: 0, max: 3600 }), { minLength: 1, maxLength: 5 }),
    readings: fc.array(fc.integer({ min: 0, max: 3600 }), { maxLength: 12 }),
    order: fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
    lost: fc.array(fc.nat({ max: 5 }), { maxLength: 2 }),
  });
  fc.assert(
    fc.property(scenario, ({ fills, readings, order, lost }) => {
      const path = `${folder.place.path}-${Math.random()}`;
      let { store } = folder.open({ path });
      const times = fills.toSorted((one, other) => one - other);
      const filledAt = (second: number) => times.filter((time) => time < second).length;
      const shuffled = readings
        .map((second) => ({ second, rank: order.next().value }))
        .sort((one, other) => one.rank - other.rank);
      // The last reading comes last, so that the row is as the exchange has it.
      for (const { second } of [...shuffled, { second: 3601 }]) {
        const filled = filledAt(second);
        const status = filled === times.length ? 'filled' : filled === 0 ? 'pending' : 'partially-filled';
        read(store, second / 60, { status, filled: String(filled) });
      }
      store.close();
      const other = new DatabaseSync(path);
      const quantities = lost.filter((quantity) => quantity < times.length).map(String);
      for (const quantity of quantities) other.prepare('DELETE FROM execution_states WHERE quantity = ?').run(quantity);
      other.close();
      ({ store } = folder.open({ path }));
      const { slices } = execution(store);
      expect(slices.reduce((sum, { quantity }) => sum + Number(quantity), 0)).toBe(times.length);
      let [index, left] = [0, Number(slices[0]?.quantity)];
      for (const second of times) {
        while (left === 0) left = Number(slices[++index]?.quantity);
        const { from, to } = slices[index] ?? { from: Number.NaN, to: Number.NaN };
        const executedAt = createdAt + second * 1000;
        expect(from <= executedAt && executedAt <= to).toBe(true);
        left--;
      }
    }),
    { numRuns: Number(process.env.PROPERTY_RUNS ?? 25) },
  );
});

describe('executions that were not seen', () => {
  const days = 2 * 24 * 60;
  const unseenBy = (store: HistoryStore) => store.recall(facts.unseenBy);
  const late = (minutes: number) => at(minutes) + 1000;

  it('were before the latest reading of an order that had been executed when it was first read', () => {
    const { store } = folder.open();
    read(store, 1, { status: 'pending', filled: '0' });
    expect(unseenBy(store)).toBe(late(1));
    read(store, 2, { status: 'filled', filled: '12' });
    read(store, 3, { status: 'filled', filled: '12', kind: 'market' }, '2');
    read(store, 4, { status: 'canceled', filled: '0' }, '3');
    expect(unseenBy(store)).toBe(late(1));
    read(store, days + 1, { status: 'filled', filled: '12' }, '4');
    expect(unseenBy(store)).toBe(late(days + 1));
    read(store, days + 2, { status: 'filled', filled: '12' }, '4');
    read(store, 5, { status: 'filled', filled: '12' }, '4');
    expect(unseenBy(folder.reopen())).toBe(late(days + 1));
  });

  it('may be later if a reading took back what was seen, or has no time', () => {
    const { store } = folder.open();
    read(store, 1, { status: 'partially-filled', filled: '2' });
    read(store, 2, { status: 'filled', filled: '1' });
    expect(unseenBy(store)).toBe(late(2));
    const entry = orderEntry('2', { createdAt, status: 'filled' });
    store.savePage(orderPage(null, [{ ...entry, row: { ...entry.row, kind: 'limit' } }], {}));
    expect(unseenBy(store)).toBeNull();
    read(store, 3, { status: 'canceled', filled: '0' }, '3');
    expect(unseenBy(store)).toBe(late(3));
  });
});
