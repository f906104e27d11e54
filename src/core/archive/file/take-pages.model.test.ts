import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ListEntry } from '../../../exchange/index.ts';
import { type MarginMode, marginModes, type Order } from '../../../shared/domain.ts';
import type { ArchivedRow, FetchedPage } from '../archived-rows.ts';
import type { ArchiveFile } from './archive-file.ts';
import { archiveFolder } from './testing/archive-folder.ts';
import { firstTime, orderEntry, unreadableEntry } from './testing/entries.ts';

/** Milliseconds: the machine may be busy with other tests. */
const timeout = 60_000;

type Entry = ListEntry<Order>;
type Page = FetchedPage<'order-history'>;

/** What an entry of the service is from one change to the next. */
interface ServiceEntry {
  readonly id: string | null;
  readonly createdAt: number;
  readonly symbol: string;
  state: Entry;
}

/** A service whose list grows, at its newer end or late between others, whose entries change, and all that it has ever served. */
class Model {
  readonly lists: Record<MarginMode, ServiceEntry[]> = { isolated: [], cross: [] };
  /** Readable rows by key, and entries that are unreadable by key or text, as last served. */
  readonly rows = new Map<string, Order>();
  readonly unreadable = new Map<string, string>();
  /** Raw texts that a key had before, the latest first. */
  readonly changes = new Map<string, string[]>();
  /** Pairs of neighbours that were served, the newer first, and entries served among neighbours, per margin mode. */
  readonly neighbours: Record<MarginMode, Set<string>> = { isolated: new Set(), cross: new Set() };
  readonly placed: Record<MarginMode, Set<string>> = { isolated: new Set(), cross: new Set() };
  readonly ended: Record<MarginMode, Set<string>> = { isolated: new Set(), cross: new Set() };
  readonly begun: Record<MarginMode, Set<string>> = { isolated: new Set(), cross: new Set() };
  readonly seenEmpty = new Set<MarginMode>();
  #time = firstTime;
  #made = 0;

  arrive(marginMode: MarginMode, arrival: Arrival): void {
    this.#time += arrival.seconds * 1000;
    this.lists[marginMode].unshift(this.#make(marginMode, arrival, this.#time));
  }

  /** Below an entry that was served among its neighbours. */
  arriveLate(marginMode: MarginMode, newer: string, arrival: Arrival): void {
    const list = this.lists[marginMode];
    const place = list.findIndex(({ id }) => id === newer);
    const { createdAt } = list[place] ?? { createdAt: this.#time };
    list.splice(place + 1, 0, this.#make(marginMode, arrival, createdAt));
  }

  #make(marginMode: MarginMode, { form, symbol, status }: Arrival, createdAt: number): ServiceEntry {
    this.#made++;
    // Ids that tell nothing of their order, the same in both margin modes at times.
    const id = `${(this.#made * 7919) % 10007}${form === 'readable' ? '' : 'X'}`;
    const state: Entry =
      form === 'nameless'
        ? unreadableEntry(null, `{"n":${this.#made}}`)
        : form === 'unreadable'
          ? unreadableEntry(id, `{"order_id":"${id}"}`)
          : orderEntry(id, { marginMode, createdAt, symbol, status });
    return { id: form === 'nameless' ? null : id, createdAt, symbol, state };
  }

  change(marginMode: MarginMode, place: number, form: 'filled' | 'canceled' | 'unreadable' | 'spaces'): void {
    const entry = this.lists[marginMode][place % Math.max(1, this.lists[marginMode].length)];
    if (entry === undefined || entry.id === null) return;
    const { id, createdAt, symbol } = entry;
    if (form === 'unreadable') entry.state = unreadableEntry(id, `{"order_id":"${id}","broken":true}`);
    else if (form !== 'spaces') entry.state = orderEntry(id, { marginMode, createdAt, symbol, status: form });
    else if ('row' in entry.state) {
      const { row } = entry.state;
      const reversed = Object.fromEntries(Object.entries(JSON.parse(row.raw)).reverse());
      entry.state = { id, row: { ...row, raw: JSON.stringify(reversed, null, 1) } };
    }
  }

  answer({ marginMode, direct, from, symbol, size }: Ask & { marginMode: MarginMode; from: string | null }): Entry[] {
    const all = this.lists[marginMode];
    const list = all.filter((entry) => symbol === null || entry.symbol === symbol || entry.id === from);
    const place = from === null ? -1 : list.findIndex(({ id }) => id === from);
    const rest = direct === 'prev' ? list.slice(place + 1) : list.slice(0, Math.max(place, 0)).reverse();
    return rest.slice(0, size).map(({ state }) => state);
  }

  serve(page: Page): void {
    const { marginMode, direct, from, symbol, entries } = page;
    for (const entry of entries) this.#serveState(marginMode, entry);
    if (symbol !== null) return;
    const ids = entries.flatMap(({ id }) => id ?? []);
    const key = `${marginMode}:${from}`;
    const known =
      from !== null && (this.placed[marginMode].has(from) || this.rows.has(key) || this.unreadable.has(key));
    const run = known ? [from, ...ids] : ids;
    run.forEach((id, index) => {
      this.placed[marginMode].add(id);
      const next = run[index + 1];
      if (next !== undefined) this.neighbours[marginMode].add(direct === 'prev' ? `${id} ${next}` : `${next} ${id}`);
    });
    const [first] = run;
    // Where there are rows, even without an id, it is empty no longer.
    if (from === null && direct === 'prev') this.seenEmpty.delete(marginMode);
    if (from === null && entries.length === 0) this.seenEmpty.add(marginMode);
    if (first === undefined) return;
    if (from === null && direct === 'prev') this.begun[marginMode].add(first);
    if (from !== null && entries.length === 0) (direct === 'prev' ? this.ended : this.begun)[marginMode].add(first);
  }

  #serveState(marginMode: MarginMode, entry: Entry): void {
    if (entry.id === null) {
      this.unreadable.set(`${marginMode} ${entry.unreadable.raw}`, entry.unreadable.raw);
      return;
    }
    const key = `${marginMode}:${entry.id}`;
    const before = this.unreadable.get(key) ?? this.rows.get(key)?.raw;
    const raw = 'row' in entry ? entry.row.raw : entry.unreadable.raw;
    const isChange = before !== undefined && !sameObject(before, raw);
    if (isChange) this.changes.set(key, [before, ...(this.changes.get(key) ?? [])]);
    if ('row' in entry) {
      this.unreadable.delete(key);
      // Of texts that say the same, the first is kept.
      const known = this.rows.get(key);
      if (known === undefined || !sameObject(known.raw, raw)) this.rows.set(key, entry.row);
    } else {
      const known = this.rows.get(key);
      if (known === undefined || isChange) this.unreadable.set(key, raw);
    }
  }

  /**
   * The runs of entries with an id that were served as neighbours, the newest first within each: also those between which others came
   * to be later.
   */
  runs(marginMode: MarginMode): string[][] {
    const runOf = new Map<string, Set<string>>();
    for (const id of this.placed[marginMode]) runOf.set(id, new Set([id]));
    for (const pair of this.neighbours[marginMode]) {
      const [one = '', other = ''] = pair.split(' ');
      const joined = new Set([...(runOf.get(one) ?? []), ...(runOf.get(other) ?? [])]);
      for (const id of joined) runOf.set(id, joined);
    }
    const inOrder = this.lists[marginMode].flatMap(({ id }) => (id !== null && runOf.has(id) ? [id] : []));
    const runs = new Set(inOrder.flatMap((id) => runOf.get(id) ?? []));
    return [...runs].map((run) => inOrder.filter((id) => run.has(id)));
  }
}

function sameObject(one: string, other: string): boolean {
  const sorted = (text: string) => JSON.stringify(Object.entries(JSON.parse(text)).sort());
  return sorted(one) === sorted(other);
}

interface Arrival {
  readonly seconds: number;
  readonly form: 'readable' | 'unreadable' | 'nameless';
  readonly symbol: string;
  readonly status: 'filled' | 'pending';
}

interface Ask {
  readonly direct: 'prev' | 'next';
  readonly symbol: string | null;
  readonly size: number;
}

const marginMode = fc.constantFrom(...marginModes);
const arrival: fc.Arbitrary<Arrival> = fc.record({
  // Bursts in one second are common.
  seconds: fc.constantFrom(0, 0, 0, 1, 7),
  form: fc.constantFrom('readable', 'readable', 'readable', 'readable', 'readable', 'unreadable', 'nameless'),
  symbol: fc.constantFrom('BTC-USDT', 'ETH-USDT'),
  status: fc.constantFrom('filled', 'pending'),
});
const ask: fc.Arbitrary<Ask> = fc.record({
  direct: fc.constantFrom('prev', 'prev', 'next'),
  symbol: fc.constantFrom(null, null, null, 'BTC-USDT', 'ETH-USDT'),
  size: fc.integer({ min: 1, max: 6 }),
});

type Step =
  | { readonly kind: 'arrive'; readonly marginMode: MarginMode; readonly rows: readonly Arrival[] }
  | {
      readonly kind: 'change';
      readonly marginMode: MarginMode;
      readonly place: number;
      readonly form: Parameters<Model['change']>[2];
    }
  | {
      readonly kind: 'ask';
      readonly marginMode: MarginMode;
      readonly from: 'newest' | 'edge' | 'placed' | 'any';
      readonly place: number;
      readonly ask: Ask;
    }
  | {
      readonly kind: 'late';
      readonly marginMode: MarginMode;
      readonly place: number;
      readonly rows: readonly Arrival[];
    }
  | { readonly kind: 'repeat' };

function stepsFrom(...from: (Step & { kind: 'ask' })['from'][]) {
  return [
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('arrive' as const),
        marginMode,
        rows: fc.array(arrival, { minLength: 1, maxLength: 8 }),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('change' as const),
        marginMode,
        place: fc.nat(40),
        form: fc.constantFrom('filled', 'canceled', 'unreadable', 'spaces'),
      }),
    },
    {
      weight: 12,
      arbitrary: fc.record({
        kind: fc.constant('ask' as const),
        marginMode,
        from: fc.constantFrom('newest', 'edge', 'edge', 'edge', ...from),
        place: fc.nat(40),
        ask,
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('repeat' as const) }) },
  ] as const;
}

const steps: fc.Arbitrary<Step> = fc.oneof(...stepsFrom('any'));
/** More than there are halves between two positions. From a row that came late nobody asks before it is known. */
const stepsWithLateRows: fc.Arbitrary<Step> = fc.oneof(...stepsFrom('placed'), {
  weight: 3,
  arbitrary: fc.record({
    kind: fc.constant('late' as const),
    marginMode,
    place: fc.nat(40),
    rows: fc.array(
      arrival.filter(({ form }) => form !== 'nameless'),
      { minLength: 1, maxLength: 40, size: 'max' },
    ),
  }),
});

/** An archive with its model, and an index that only hears of what was put. */
class Bench {
  readonly model = new Model();
  readonly index = new Map<number, ArchivedRow>();
  readonly file: ArchiveFile;
  #lastPage: Page | null = null;
  #clock = firstTime;

  constructor(file: ArchiveFile) {
    this.file = file;
  }

  run(step: Step): void {
    if (step.kind === 'arrive') for (const row of step.rows) this.model.arrive(step.marginMode, row);
    else if (step.kind === 'late') this.#arriveLate(step);
    else if (step.kind === 'change') this.model.change(step.marginMode, step.place, step.form);
    else if (step.kind === 'repeat') {
      if (this.#lastPage !== null) this.take(this.#lastPage);
    } else this.#ask(step);
  }

  /** One after the other below the same entry, each fetched before the next. */
  #arriveLate({ marginMode, place, rows }: Step & { kind: 'late' }): void {
    const newer = this.#placed(marginMode, place);
    if (newer === null) return;
    for (const row of rows) {
      this.model.arriveLate(marginMode, newer, row);
      this.ask({ marginMode, from: newer, direct: 'prev', symbol: null, size: 3 });
    }
  }

  #ask({ marginMode, from, place, ask: choices }: Step & { kind: 'ask' }): void {
    const { direct, symbol } = choices;
    const ids = {
      newest: () => null,
      edge: () => this.#edge(marginMode, direct, place),
      placed: () => this.#placed(marginMode, place),
      any: () => this.#any(marginMode, place),
    };
    const id = ids[from]();
    if (id === null && direct === 'next') return;
    this.ask({ marginMode, from: id, ...choices, symbol: from === 'edge' ? null : symbol });
  }

  ask(query: Ask & { marginMode: MarginMode; from: string | null }): Entry[] {
    this.#clock++;
    const entries = this.model.answer(query);
    const { marginMode, direct, from, symbol } = query;
    this.take({ list: 'order-history', marginMode, direct, from, symbol, entries, fetchedAt: this.#clock });
    return entries;
  }

  #edge(marginMode: MarginMode, direct: 'prev' | 'next', place: number): string | null {
    const spans = this.spans(marginMode);
    const span = spans[place % Math.max(1, spans.length)];
    return (direct === 'prev' ? span?.oldestId : span?.newestId) ?? null;
  }

  #placed(marginMode: MarginMode, place: number): string | null {
    const placed = [...this.model.placed[marginMode]];
    return placed[place % Math.max(1, placed.length)] ?? null;
  }

  #any(marginMode: MarginMode, place: number): string | null {
    const named = this.model.lists[marginMode].flatMap(({ id }) => id ?? []);
    return named[place % Math.max(1, named.length)] ?? null;
  }

  spans(marginMode: MarginMode) {
    return this.coverage(marginMode)?.spans ?? [];
  }

  coverage(marginMode: MarginMode) {
    return this.file.coverage('order-history').find((mode) => mode.marginMode === marginMode);
  }

  take(page: Page): void {
    this.#lastPage = page;
    const before = new Set(this.model.rows.keys());
    this.model.serve(page);
    const taken = this.file.takePage(page);
    for (const row of taken.put) this.index.set(row.number, row);
    expect(taken.added).toBe(this.model.rows.size - before.size);
  }

  /** Asks on until there is nothing more to ask, as a sync does. */
  finish(marginMode: MarginMode, size: number): void {
    for (let limit = size; limit < 300 && this.spans(marginMode)[0]?.newestCheckedAt !== this.#clock; limit++) {
      const ids = this.ask({ marginMode, direct: 'prev', from: null, symbol: null, size: limit });
      // Of entries without an id alone, only a longer page gets beyond.
      if (ids.every(({ id }) => id === null) && ids.length < limit) return;
    }
    for (let request = 0; request < 200 && this.coverage(marginMode)?.complete === false; request++) {
      const from = this.spans(marginMode)[0]?.oldestId;
      if (from === undefined) return;
      const ids = this.ask({ marginMode, direct: 'prev', from, symbol: null, size: size + request });
      if (ids.length > 0 && this.model.lists[marginMode].findLast(({ id }) => id !== null)?.id === from) return;
    }
  }
}

function expectSame(file: ArchiveFile, bench: Bench): void {
  const { model, index } = bench;
  const scanned = file.scan('order-history', 0, 10_000);
  expect(scanned.map(({ number }) => number)).toEqual(scanned.map((_, place) => place + 1));
  expect(new Map(scanned.map((row) => [row.number, row]))).toEqual(index);
  const rows = file.read('order-history', scanned.map(({ number }) => number).reverse());
  expect(new Map(rows.map((row) => [row.key, row]))).toEqual(model.rows);
  expect(file.count('order-history')).toBe(model.rows.size);
  expect(file.countUnreadable('order-history')).toBe(model.unreadable.size);
  expect(
    file
      .unreadable('order-history', 1000)
      .map(({ raw }) => raw)
      .sort(),
  ).toEqual([...model.unreadable.values()].sort());
  for (const key of model.rows.keys()) {
    expect(file.changes('order-history', key).map(({ raw }) => raw)).toEqual(model.changes.get(key) ?? []);
  }
  for (const marginMode of marginModes) expectCoverage(file, model, marginMode);
}

function expectCoverage(file: ArchiveFile, model: Model, marginMode: MarginMode): void {
  const coverage = file.coverage('order-history').find((mode) => mode.marginMode === marginMode);
  const runs = model.runs(marginMode);
  const edges = runs.map((run) => ({ newestId: run[0], oldestId: run.at(-1) }));
  const spans = coverage?.spans ?? [];
  expect(new Set(spans.map(({ newestId, oldestId }) => ({ newestId, oldestId })))).toEqual(new Set(edges));
  for (const span of spans) {
    const run = runs.find(([newest]) => newest === span.newestId) ?? [];
    expect(span.oldEndReached).toBe(model.ended[marginMode].has(span.oldestId));
    if (span.newestCheckedAt !== null) expect(run.some((id) => model.begun[marginMode].has(id))).toBe(true);
  }
  for (const run of runs) {
    const newer = run.map((id) => file.newerNeighbour('order-history', marginMode, id));
    expect(newer).toEqual([null, ...run.slice(0, -1)]);
  }
  const mine = [...model.rows.values()].filter((row) => row.marginMode === marginMode);
  const times = mine.map(({ createdAt }) => createdAt);
  expect(coverage).toMatchObject({
    rows: mine.length,
    oldest: times.length === 0 ? null : Math.min(...times),
    newest: times.length === 0 ? null : Math.max(...times),
  });
  expect(coverage?.complete).toBe(isComplete(model, marginMode, mine));
  if (coverage?.complete) {
    const [run = []] = runs;
    // Of what came late the archive may not have heard.
    const named = model.lists[marginMode].flatMap(({ id }) =>
      id !== null && model.placed[marginMode].has(id) ? [id] : [],
    );
    expect(run).toEqual(named.slice(named.length - run.length));
    expect(coverage.gaps).toEqual([]);
  }
  // Rows of one run are in the service's order.
  const shown = file
    .newest('order-history', 10_000, 0)
    .filter((row) => row.marginMode === marginMode)
    .map(({ id }) => id);
  for (const run of runs) {
    const members = new Set(run);
    expect(shown.filter((id) => members.has(id))).toEqual(run.filter((id) => model.rows.has(`${marginMode}:${id}`)));
  }
}

function isComplete(model: Model, marginMode: MarginMode, rows: readonly Order[]): boolean {
  const [run, ...others] = model.runs(marginMode);
  if (run === undefined) return rows.length === 0 && model.seenEmpty.has(marginMode);
  const times = rows.filter(({ id }) => run.includes(id)).map(({ createdAt }) => createdAt);
  return (
    others.length === 0 &&
    model.ended[marginMode].has(run.at(-1) ?? '') &&
    run.some((id) => model.begun[marginMode].has(id)) &&
    rows.every(({ createdAt }) => createdAt <= Math.max(...times) && createdAt >= Math.min(...times))
  );
}

const folder = archiveFolder();

test.each([
  ['whatever pages come in whatever order', steps, 120],
  ['also where many rows come late to the same place', stepsWithLateRows, 60],
] as const)(
  '%s, the archive holds what was served and knows which parts it has',
  { timeout },
  (_name, step, numRuns) => {
    let archives = 0;
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 60 }), fc.integer({ min: 2, max: 7 }), (steps, size) => {
        const path = `${folder.place.folder}/${++archives}.sqlite`;
        const { file } = folder.open({ path });
        const bench = new Bench(file);
        for (const each of steps) bench.run(each);
        expectSame(file, bench);
        for (const marginMode of marginModes) bench.finish(marginMode, size);
        expectSame(file, bench);
        for (const marginMode of marginModes) {
          const named = bench.model.lists[marginMode].filter(({ id }) => id !== null);
          // An oldest entry without an id stays the answer to what is beyond the last that has one.
          if (bench.model.lists[marginMode].at(-1)?.id === null) continue;
          expect(bench.coverage(marginMode)?.complete).toBe(true);
          expect(bench.spans(marginMode)).toHaveLength(Math.min(1, named.length));
        }
        file.close();
        const { file: reopened } = folder.open({ path });
        expectSame(reopened, bench);
        reopened.close();
      }),
      { numRuns },
    );
  },
);
