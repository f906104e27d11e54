import { OrderTable } from '../src/history/orders/list-table.ts';
import { indexedRow, type NumberedRow } from '../src/history/orders/testing/numbered-rows.ts';
import type { HistoryFilter, HistorySort } from '../src/shared/contract/history.ts';
import { sortFields } from '../src/shared/orders/history.ts';
import { type Duration, DurationTable, picker, timed, total } from './lib/durations.ts';
import { sampleOrders } from './lib/sampled-orders.ts';

const orderFields = sortFields['order-history'];

/**
 * Measures the index of the order history. The first argument is the number of orders, by default 1,000,000. The processor time is printed
 * beside the elapsed time, because the machine may have other work.
 */
const rows = Number(process.argv[2] ?? 1_000_000);
const rounds = 5;
const zone = 'Europe/Berlin';
const now = Date.UTC(2026, 10, 1);

const table = new DurationTable();
const sample = sampleOrders();
const index = new OrderTable();

table.add('put all rows, 1,000 at a time', [total(load())]);
table.add('first query: all rows, newest first', [timed(() => select({}, []))]);
const steps = [...stepTimes()];
table.add('warm: one step', steps);
table.add(`warm: all ${steps.length} steps`, [total(steps)]);

const directions = ['ascending', 'descending'] as const;
const singles = orderFields.flatMap((field) => directions.map((direction): HistorySort[] => [{ field, direction }]));
for (const field of orderFields) {
  measure(
    `sort by ${field}`,
    directions.map((direction) => () => select({}, [{ field, direction }])),
  );
}
const pick = picker();
const randomSort = (count: number) => (): HistorySort[] =>
  Array.from({ length: count }, () => ({ field: pick(orderFields), direction: pick(directions) }));
for (const count of [2, 3, 5]) {
  const sorts = Array.from({ length: 20 }, randomSort(count));
  measure(
    `sort by ${count} fields at random`,
    sorts.map((sort) => () => select({}, sort)),
    2,
  );
}

const filters: Record<string, HistoryFilter> = {
  '3 symbols': { symbols: ['AAA-USDT', 'BAH-USDT', 'CAO-USDT'] },
  side: { sides: ['buy'] },
  kind: { kinds: ['limit'] },
  action: { actions: ['close'] },
  status: { statuses: ['filled', 'partially-canceled'] },
  'margin mode': { marginModes: ['cross'] },
  'leverage range': { leverage: { from: '10', to: '50' } },
  'this year': { created: { preset: 'this-year' } },
  'last 30 days': { created: { preset: 'last-30-days' } },
  weekdays: { weekdays: [6, 7] },
  hours: { hours: [8, 9, 10, 11] },
  'PnL sign': { pnlSigns: ['loss'] },
  'PnL range': { pnl: { from: '-10', to: '10.123456789012345678' } },
  'text of one letter': { text: '7' },
  'text of two words': { text: 'szx 12' },
  'text of a whole ID': { text: 'BG5000181583375122' },
  'text without a match': { text: 'nowhere at all' },
  'text of a symbol': { text: 'aaa' },
  'text of every symbol': { text: 'usd' },
  'six parts': {
    sides: ['buy'],
    statuses: ['filled'],
    leverage: { from: '10' },
    weekdays: [1, 2, 3, 4, 5],
    pnlSigns: ['profit', 'loss'],
    text: '5',
  },
};
for (const [name, filter] of Object.entries(filters)) {
  measure(`filter: ${name}`, [() => select(filter, [])]);
}
const mixed = Array.from({ length: 200 }, () => {
  const filter = Object.assign({}, pick(Object.values(filters)), pick(Object.values(filters)));
  const sort = pick([pick(singles), randomSort(2)(), randomSort(3)()]);
  return () => select(filter, sort);
});
measure('any filter, any order: 200 at random', mixed, 1);
measure('summary of all rows', [() => index.summarize({}, zone, now)]);
measure('results of all rows', [() => index.results({}, zone, now)]);
measure('summary and results of a filter', [
  () => index.summarize({ text: '7' }, zone, now),
  () => index.results({ statuses: ['filled'] }, zone, now),
]);
measure('choices', [() => index.choices()]);
measure('position of a row', [() => index.select({ filter: {}, sort: [], zone, now }).indexOf(rows)]);
measureNotes(100_000);
measurePuts();
table.print(`${rows} orders`);

function indexed(row: NumberedRow<'order-history'>) {
  return indexedRow('order-history', row);
}

function load(): Duration[] {
  const durations: Duration[] = [];
  for (let first = 1; first <= rows; first += 1000) {
    const page = Array.from({ length: Math.min(1000, rows - first + 1) }, (_, i) => indexed(sample(first + i)));
    durations.push(timed(() => index.put(page)));
  }
  return durations;
}

function* stepTimes(): Generator<Duration, void, void> {
  const warming = index.warm();
  for (;;) {
    let done: boolean | undefined;
    yield timed(() => {
      done = warming.next().done;
    });
    if (done) return;
  }
}

/** Repeats questions with notes on many rows, of about 100 characters and with two of 60 tags. */
function measureNotes(count: number): void {
  const words = ['late', 'entry', 'retest', 'breakout', 'funding', 'news', 'plan', 'stop', 'moved', 'fomo'];
  const textOf = (number: number): string => {
    const said = Array.from({ length: 13 }, (_, place) => words[(number * (place + 3)) % words.length]);
    return `${said.join(' ')} #${number % 20} #tag-${number % 40}`;
  };
  const step = Math.max(1, Math.floor(rows / count));
  const set = (row: number, text: string) => index.setNote({ kind: 'order', id: `note ${row}`, text }, row);
  table.add(`set ${count} notes`, [
    timed(() => {
      for (let row = 1; row <= rows; row += step) set(row, textOf(row));
    }),
  ]);
  const questions: Record<string, () => unknown> = {
    'change one note': () => set(1 + step, textOf(Math.floor(Math.random() * 1000))),
    'filter by a tag': () => select({ tags: ['tag-7'] }, []),
    'filter: rows without a note': () => select({ noted: 'none' }, []),
    'filter: text of one word': () => select({ text: 'breakout' }, []),
    'filter: text of a whole ID': () => select(filters['text of a whole ID'] ?? {}, []),
    'filter: text of one letter': () => select({ text: '7' }, []),
    'filter: side': () => select({ sides: ['buy'] }, []),
    'results of all rows': () => index.results({}, zone, now),
  };
  for (const [what, question] of Object.entries(questions)) measure(`with ${count} notes: ${what}`, [question]);
}

/** Imitates a sync: puts new pages, changes some rows of each page with the next one, and queries in between. */
function measurePuts(): void {
  const puts: Duration[] = [];
  const newest: Duration[] = [];
  const sorted: Duration[] = [];
  let open: NumberedRow<'order-history'>[] = [];
  for (let page = 0; page < 50; page++) {
    const fresh = Array.from({ length: 100 }, (_, i) => sample(index.size + 1 + i));
    const changed = open.map((row) => ({ ...row, status: 'filled' as const, pnl: '1.25' }));
    const rows = [...changed, ...fresh].map(indexed);
    puts.push(timed(() => index.put(rows)));
    newest.push(timed(() => select({}, [])));
    sorted.push(timed(() => select({ sides: ['buy'] }, [{ field: 'pnl', direction: 'descending' }])));
    open = fresh.slice(0, 3);
  }
  table.add('put 100 new and 3 changed rows', puts);
  table.add('then: all rows, newest first', newest);
  table.add('then: one side by PnL', sorted);
}

function select(filter: HistoryFilter, sort: HistorySort[]): void {
  index.select({ filter, sort, zone, now });
}

/** Measures each query without the caches: other queries replace their entries before each run. */
function measure(what: string, queries: readonly (() => unknown)[], times = rounds): void {
  const durations: Duration[] = [];
  for (let round = 0; round < times; round++) {
    for (const query of queries) {
      for (const other of [1, 2, 3, 4, 5, 6]) select({ pnl: { from: `${other}.${round}`, to: '0' } }, []);
      durations.push(timed(query));
    }
  }
  table.add(what, durations);
}
