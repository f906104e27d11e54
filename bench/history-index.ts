import { cpus } from 'node:os';
import { HistoryIndex } from '../src/history/index/history-index.ts';
import type { IndexedRow } from '../src/history/rows.ts';
import { type HistoryFilter, type HistorySort, orderFields } from '../src/shared/history.ts';
import { sampleOrders } from './lib/sampled-orders.ts';

/**
 * What the index of an archived list takes over a million orders. Printed, never asserted. The processor's time is beside the time
 * that went by, for a machine that has other work too.
 */
const rows = Number(process.argv[2] ?? 1_000_000);
const rounds = 5;
const zone = 'Europe/Berlin';
const now = Date.UTC(2026, 10, 1);

/** In milliseconds. */
interface Taken {
  passed: number;
  processor: number;
}

const lines: string[] = [];
const sample = sampleOrders();
const index = new HistoryIndex('order-history');

report('put all rows, 1000 at a time', [total(load())]);
report('first question: all rows, newest first', [timed(() => select({}, []))]);
const steps = [...stepTimes()];
report('prepare every order: a step', steps);
report(`prepare every order: all ${steps.length} steps`, [total(steps)]);

const directions = ['ascending', 'descending'] as const;
const singles = orderFields.flatMap((field) => directions.map((direction): HistorySort[] => [{ field, direction }]));
for (const field of orderFields) {
  measure(
    `sort by ${field}`,
    directions.map((direction) => () => select({}, [{ field, direction }])),
  );
}
const chosen = chooser();
const severalBy = (count: number) => (): HistorySort[] =>
  Array.from({ length: count }, () => ({ field: chosen(orderFields), direction: chosen(directions) }));
for (const count of [2, 3, 5]) {
  const sorts = Array.from({ length: 20 }, severalBy(count));
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
  'text of a whole id': { text: 'BG5000181583375122' },
  'text that is nowhere': { text: 'nowhere at all' },
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
  const filter = Object.assign({}, chosen(Object.values(filters)), chosen(Object.values(filters)));
  const sort = chosen([chosen(singles), severalBy(2)(), severalBy(3)()]);
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
measure('position of a row', [() => index.positionOf(index.select({ filter: {}, sort: [], zone, now }), rows)]);
measurePuts();
globalThis.gc?.();
const { rss, heapUsed, arrayBuffers } = process.memoryUsage();

console.log(`\n${cpus()[0]?.model.trim()}, ${cpus().length} cores, Node ${process.versions.node}; ${rows} orders`);
console.log('| what | p50 | p95 | processor p50 | processor p95 |');
console.log('|---|---|---|---|---|');
for (const line of lines) console.log(line);
console.log(`memory: ${mebibytes(rss)} resident, ${mebibytes(heapUsed)} heap, ${mebibytes(arrayBuffers)} arrays`);

function load(): Taken[] {
  const taken: Taken[] = [];
  for (let first = 1; first <= rows; first += 1000) {
    const page = Array.from({ length: Math.min(1000, rows - first + 1) }, (_, place) => sample(first + place));
    taken.push(timed(() => index.put(page)));
  }
  return taken;
}

function* stepTimes(): Generator<Taken, void, void> {
  const warming = index.warm();
  for (;;) {
    let done: boolean | undefined;
    yield timed(() => {
      done = warming.next().done;
    });
    if (done) return;
  }
}

/** A sync: pages that are new, some of whose rows change with the next one, and what is asked in between. */
function measurePuts(): void {
  const puts: Taken[] = [];
  const asked: Taken[] = [];
  const sorted: Taken[] = [];
  let open: IndexedRow<'order-history'>[] = [];
  for (let page = 0; page < 50; page++) {
    const fresh = Array.from({ length: 100 }, (_, place) => sample(index.size + 1 + place));
    const changed = open.map((row) => ({ ...row, status: 'filled' as const, pnl: '1.25' }));
    puts.push(timed(() => index.put([...changed, ...fresh])));
    asked.push(timed(() => select({}, [])));
    sorted.push(timed(() => select({ sides: ['buy'] }, [{ field: 'pnl', direction: 'descending' }])));
    open = fresh.slice(0, 3);
  }
  report('put 100 new rows and 3 that changed', puts);
  report('then: all rows, newest first', asked);
  report('then: one side by PnL', sorted);
}

function select(filter: HistoryFilter, sort: HistorySort[]): void {
  index.select({ filter, sort, zone, now });
}

/** Each question is asked anew every time: what is kept of the last few is not what is measured. */
function measure(what: string, questions: readonly (() => unknown)[], times = rounds): void {
  const took: Taken[] = [];
  for (let round = 0; round < times; round++) {
    for (const question of questions) {
      for (const other of [1, 2, 3, 4, 5, 6]) select({ pnl: { from: `${other}.${round}`, to: '0' } }, []);
      took.push(timed(question));
    }
  }
  report(what, took);
}

function timed(work: () => unknown): Taken {
  const before = process.cpuUsage();
  const start = performance.now();
  work();
  const passed = performance.now() - start;
  const { user, system } = process.cpuUsage(before);
  return { passed, processor: (user + system) / 1000 };
}

function total(taken: readonly Taken[]): Taken {
  return taken.reduce(
    (sum, { passed, processor }) => ({ passed: sum.passed + passed, processor: sum.processor + processor }),
    { passed: 0, processor: 0 },
  );
}

function report(what: string, taken: readonly Taken[]): void {
  const cells = [taken.map(({ passed }) => passed), taken.map(({ processor }) => processor)].flatMap((times) => {
    const sorted = times.toSorted((a, b) => a - b);
    return [0.5, 0.95].map(
      (part) => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN,
    );
  });
  lines.push(`| ${what} | ${cells.map((time) => `${time.toFixed(1)} ms`).join(' | ')} |`);
}

function chooser(): <Value>(list: readonly Value[]) => Value {
  let state = 7;
  return (list) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return list[Math.floor((state / 2 ** 32) * list.length)] as (typeof list)[number];
  };
}

function mebibytes(bytes: number): string {
  return `${Math.round(bytes / 2 ** 20)} MiB`;
}
