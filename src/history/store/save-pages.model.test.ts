import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ListEntry } from '../../exchange/index.ts';
import type { Order } from '../../shared/contract/orders.ts';
import { type MarginMode, marginModes } from '../../shared/values/domain.ts';
import type { FetchedPage, IndexedRow } from '../rows.ts';
import type { HistoryStore } from './history-store.ts';
import { firstTime, orderEntry, unreadableEntry } from './testing/entries.ts';
import { storeFolder } from './testing/store-folder.ts';

const list = 'order-history';
type Entry = ListEntry<Order>;
type Page = FetchedPage<typeof list>;

interface ServiceEntry {
  readonly id: string | null;
  readonly createdAt: number;
  readonly symbol: string;
  state: Entry;
}

type Form = 'readable' | 'unreadable' | 'nameless';
type Change = 'filled' | 'canceled' | 'unreadable' | 'spaces';

/** A service whose lists grow at the new end or between other rows, and whose entries change. Records everything that it sent. */
class Service {
  readonly lists: Record<MarginMode, ServiceEntry[]> = { isolated: [], cross: [] };
  /** Readable rows by ID, and unreadable texts by ID or text, as sent last. */
  readonly rows = new Map<string, Order>();
  readonly unreadable = new Map<string, string>();
  /** Texts that a row had before, the latest first. */
  readonly changes = new Map<string, string[]>();
  /** IDs that were sent directly before and after each other. */
  readonly neighbors: Record<MarginMode, [string, string][]> = { isolated: [], cross: [] };
  readonly sent: Record<MarginMode, Set<string>> = { isolated: new Set(), cross: new Set() };
  #time = firstTime;
  #made = 0;

  arrive(marginMode: MarginMode, seconds: number, form: Form, symbol: string): void {
    this.#time += seconds * 1000;
    this.lists[marginMode].unshift(this.#make(marginMode, form, symbol, this.#time));
  }

  /** Directly behind another entry, at its time. */
  arriveLate(marginMode: MarginMode, place: number, form: Form, symbol: string): void {
    const rows = this.lists[marginMode];
    const createdAt = rows[place]?.createdAt;
    if (createdAt === undefined) return;
    rows.splice(place + 1, 0, this.#make(marginMode, form, symbol, createdAt));
  }

  #make(marginMode: MarginMode, form: Form, symbol: string, createdAt: number): ServiceEntry {
    // IDs that do not tell their order.
    const id = `${(++this.#made * 7919) % 10007}`;
    if (form === 'nameless') {
      return { id: null, createdAt, symbol, state: unreadableEntry(null, `{"n":${this.#made}}`) };
    }
    const state =
      form === 'readable'
        ? orderEntry(id, { marginMode, createdAt, symbol, status: 'pending' })
        : unreadableEntry(id, `{"order_id":"${id}"}`);
    return { id, createdAt, symbol, state };
  }

  change(marginMode: MarginMode, place: number, form: Change): void {
    const entry = this.lists[marginMode][place];
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

  answer(marginMode: MarginMode, from: string | null, symbol: string | null, size: number): Entry[] {
    const rows = this.lists[marginMode].filter(
      (entry) => symbol === null || entry.symbol === symbol || entry.id === from,
    );
    const place = from === null ? -1 : rows.findIndex(({ id }) => id === from);
    const page = rows.slice(place + 1, place + 1 + size).map(({ state }) => state);
    for (const entry of page) this.#record(marginMode, entry);
    if (symbol === null) {
      const ids = [...(from === null ? [] : [from]), ...page.flatMap(({ id }) => id ?? [])];
      for (const id of ids) this.sent[marginMode].add(id);
      ids.slice(1).forEach((id, index) => void this.neighbors[marginMode].push([ids[index] ?? '', id]));
    }
    return page;
  }

  #record(marginMode: MarginMode, entry: Entry): void {
    if (entry.id === null) {
      this.unreadable.set(`${marginMode} ${entry.unreadable.raw}`, entry.unreadable.raw);
      return;
    }
    const { id } = entry;
    const known = this.rows.get(id);
    const before = this.unreadable.get(id) ?? known?.raw;
    const raw = 'row' in entry ? entry.row.raw : entry.unreadable.raw;
    const isChange = before !== undefined && !sameObject(before, raw);
    if (isChange) this.changes.set(id, [before, ...(this.changes.get(id) ?? [])]);
    if ('row' in entry) {
      this.unreadable.delete(id);
      // Of texts with the same content, the first one is stored.
      if (known === undefined || !sameObject(known.raw, raw)) this.rows.set(id, entry.row);
    } else if (known === undefined || isChange) {
      this.unreadable.set(id, raw);
    }
  }

  /** Sets of IDs that are contiguous, as far as pages have shown. */
  runs(marginMode: MarginMode): Set<string>[] {
    const runOf = new Map([...this.sent[marginMode]].map((id) => [id, new Set([id])]));
    for (const pair of this.neighbors[marginMode]) {
      const joined = new Set(pair.flatMap((id) => [...(runOf.get(id) ?? [])]));
      for (const id of joined) runOf.set(id, joined);
    }
    return [...new Set(runOf.values())];
  }
}

function sameObject(one: string, other: string): boolean {
  const sorted = (text: string) => JSON.stringify(Object.entries(JSON.parse(text)).sort());
  return sorted(one) === sorted(other);
}

const marginMode = fc.constantFrom(...marginModes);
const form = fc.constantFrom<Form>(
  'readable',
  'readable',
  'readable',
  'readable',
  'readable',
  'unreadable',
  'nameless',
);
const symbol = fc.constantFrom('BTC-USDT', 'ETH-USDT');
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('arrive' as const),
      marginMode,
      // Bursts in one second are common.
      rows: fc.array(fc.record({ seconds: fc.constantFrom(0, 0, 0, 1, 7), form, symbol }), {
        minLength: 1,
        maxLength: 8,
      }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('late' as const),
      marginMode,
      place: fc.nat(40),
      count: fc.integer({ min: 1, max: 4 }),
      symbol,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('change' as const),
      marginMode,
      place: fc.nat(40),
      form: fc.constantFrom<Change>('filled', 'canceled', 'unreadable', 'spaces'),
    }),
  },
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant('read' as const),
      marginMode,
      from: fc.constantFrom('newest', 'end', 'end', 'end', 'stored'),
      place: fc.nat(40),
      symbol: fc.option(symbol, { freq: 3 }),
      size: fc.integer({ min: 1, max: 6 }),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** A store beside the service, and an index that only hears of saved rows. */
class Bench {
  readonly service = new Service();
  readonly index = new Map<number, IndexedRow>();
  readonly store: HistoryStore;
  #clock = firstTime;

  constructor(store: HistoryStore) {
    this.store = store;
  }

  run(each: Step): void {
    const { marginMode } = each;
    if (each.kind === 'arrive') {
      for (const row of each.rows) this.service.arrive(marginMode, row.seconds, row.form, row.symbol);
    } else if (each.kind === 'late') {
      for (let row = 0; row < each.count; row++)
        this.service.arriveLate(marginMode, each.place, 'readable', each.symbol);
    } else if (each.kind === 'change') {
      this.service.change(marginMode, each.place, each.form);
    } else {
      const from = this.#cursor(marginMode, each.from, each.place);
      this.read(marginMode, from, each.from === 'end' ? null : each.symbol, each.size);
    }
  }

  #cursor(marginMode: MarginMode, from: string, place: number): string | null {
    if (from === 'newest') return null;
    const spans = this.store.spans(list, marginMode);
    if (from === 'end') return spans[place % Math.max(1, spans.length)]?.oldest.id ?? null;
    // The store does not know the neighbors of an unreadable row within a span.
    const sent = [...this.service.sent[marginMode]].filter((id) => this.service.rows.has(id));
    return sent[place % Math.max(1, sent.length)] ?? null;
  }

  read(marginMode: MarginMode, from: string | null, symbol: string | null, size: number): readonly Entry[] {
    const before = this.service.rows.size;
    const entries = this.service.answer(marginMode, from, symbol, size);
    const page: Page = { list, marginMode, from, symbol, entries, fetchedAt: ++this.#clock };
    const saved = this.store.savePage(page);
    for (const row of saved.rows) this.index.set(row.number, row);
    expect(saved.added).toBe(this.service.rows.size - before);
    if (entries.length === 0 && saved.span?.oldest.id === from) this.store.markEnded(saved.span);
    return entries;
  }

  /** Reads the whole list from its newest row, as a verification does. */
  readAll(marginMode: MarginMode, size: number): void {
    for (let from: string | null | undefined = null; from !== undefined; ) {
      let entries: readonly Entry[] = [];
      // Only a longer page leads past entries without an ID.
      for (let limit = size; limit < 400 && entries.every(({ id }) => id === null); limit *= 4) {
        entries = this.read(marginMode, from, null, limit);
        if (entries.length < limit) break;
      }
      from = entries.findLast(({ id }) => id !== null)?.id ?? undefined;
      if (from !== undefined && entries.at(-1)?.id === null) this.read(marginMode, from, null, size);
    }
  }
}

function expectSame(store: HistoryStore, { service, index }: Bench): void {
  const scanned = store.read(({ lists }) => lists[list].rows.scan(0, 10_000));
  expect(scanned.map(({ number }) => number)).toEqual(scanned.map((_, place) => place + 1));
  expect(new Map(scanned.map((row) => [row.number, row]))).toEqual(index);
  const rows = store.read(({ lists }) => lists[list].rows.newest(10_000, 0));
  expect(new Map(rows.map((row) => [row.id, row]))).toEqual(service.rows);
  expect(store.count(list)).toBe(service.rows.size);
  expect(
    store
      .read(({ lists }) => lists[list].unreadable.latest(10_000))
      .map(({ raw }) => raw)
      .sort(),
  ).toEqual([...service.unreadable.values()].sort());
  for (const { id, key } of rows) {
    expect(store.changes(list, key).map(({ raw }) => raw)).toEqual(service.changes.get(id) ?? []);
  }
  const times = rows.map(({ createdAt, marginMode: mode }) => `${createdAt} ${mode === 'isolated' ? 0 : 1}`);
  expect(times).toEqual(
    times.toSorted((one, other) => Number(other.split(' ')[0]) - Number(one.split(' ')[0]) || (one < other ? -1 : 1)),
  );
  for (const each of marginModes) expectSpans(store, service, each);
}

/** Spans join exactly the rows that were sent as neighbors. */
function expectSpans(store: HistoryStore, service: Service, mode: MarginMode): void {
  const spans = store.spans(list, mode);
  expect(spans).toHaveLength(service.runs(mode).length);
  for (const run of service.runs(mode)) {
    const found = [...run].flatMap((id) => store.spanOf(list, mode, { id, createdAt: null }) ?? []);
    expect(new Set(found).size).toBe(1);
    for (const span of found) expect(run.has(span.oldest.id)).toBe(true);
  }
}

const folder = storeFolder();

test('after pages in any order the store holds the sent rows, and knows which parts are contiguous', {
  timeout: 3_000_000,
}, () => {
  let stores = 0;
  fc.assert(
    fc.property(fc.array(step, { minLength: 5, maxLength: 60 }), fc.integer({ min: 2, max: 7 }), (steps, size) => {
      const path = `${folder.place.folder}/${++stores}.sqlite`;
      const bench = new Bench(folder.open({ path }).store);
      for (const each of steps) bench.run(each);
      expectSame(bench.store, bench);
      for (const each of marginModes) bench.readAll(each, size);
      expectSame(bench.store, bench);
      for (const each of marginModes) {
        const named = bench.service.lists[each].filter(({ id }) => id !== null);
        const readable = named.filter(({ state }) => 'row' in state).map(({ id }) => id);
        const shown = bench.store
          .read(({ lists }) => lists[list].rows.newest(10_000, 0))
          .filter((row) => row.marginMode === each);
        const inService = new Set(readable);
        expect(shown.map(({ id }) => id).filter((id) => inService.has(id))).toEqual(readable);
        // Entries without an ID at the old end leave it unknown.
        if (bench.service.lists[each].at(-1)?.id !== null && named.length > 0) {
          expect(bench.store.coverage(list).find(({ marginMode: mode }) => mode === each)?.complete).toBe(true);
        }
      }
      bench.store.close();
      const reopened = folder.open({ path }).store;
      expectSame(reopened, bench);
      reopened.close();
    }),
    { numRuns: Number(process.env.PROPERTY_RUNS ?? 25) },
  );
});
