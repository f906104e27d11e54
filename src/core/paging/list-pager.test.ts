import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PageQuery } from '../../shared/contract.ts';
import { type MarginMode, marginModes, type Page } from '../../shared/domain.ts';
import { OrderglassError } from '../../shared/errors.ts';
import {
  type FakeEntry,
  FakeLists,
  type FakeModes,
  type FakeRow,
  mergedNewestFirst,
  mergedOldestFirst,
  nameOf,
  row,
  unreadable,
} from '../testing/fake-lists.ts';
import { ListPager, type ListPagerOptions } from './list-pager.ts';
import type { ListReader } from './list-reader.ts';

const account = 'demo';

function pagerOf(options: Partial<ListPagerOptions> = {}): ListPager<FakeRow> {
  return new ListPager({ list: 'orders', now: () => 0, ...options });
}

function query(marginMode: PageQuery['marginMode'], direction: PageQuery['direction'], cursor?: string): PageQuery {
  return cursor === undefined ? { account, marginMode, direction } : { account, marginMode, direction, cursor };
}

/** Rows and unreadable rows of a page by name; the order between the two kinds is not part of a page. */
function namesOf(pages: readonly Page<FakeRow>[]): { rows: string[]; unreadable: string[] } {
  return {
    rows: pages.flatMap((page) => page.rows.map(({ id }) => id)),
    unreadable: pages.flatMap((page) => page.unreadable.map(({ raw }) => raw)),
  };
}

function expected(entries: readonly FakeEntry[]): { rows: string[]; unreadable: string[] } {
  return {
    rows: entries.filter((entry) => 'row' in entry).map(nameOf),
    unreadable: entries.filter((entry) => !('row' in entry)).map(nameOf),
  };
}

async function readToEnd(
  read: ListReader<FakeRow>,
  pager: ListPager<FakeRow>,
  marginMode: PageQuery['marginMode'] = 'all',
  betweenPages: () => void = () => {},
  pages: Page<FakeRow>[] = [],
): Promise<Page<FakeRow>[]> {
  for (let cursor: string | null | undefined; cursor !== null; cursor = pages.at(-1)?.older) {
    if (pages.length > 2000) throw new Error('the list has no end');
    pages.push(await pager.read(read, query(marginMode, 'older', cursor)));
    betweenPages();
  }
  return pages;
}

/** `newer` until it brings nothing. Answers the pages with the newest first. */
async function readNews(
  read: ListReader<FakeRow>,
  pager: ListPager<FakeRow>,
  cursor: string,
): Promise<{ pages: Page<FakeRow>[]; cursor: string }> {
  const pages: Page<FakeRow>[] = [];
  for (;;) {
    const page = await pager.read(read, query('all', 'newer', pages[0]?.newer ?? cursor));
    pages.unshift(page);
    if (page.rows.length === 0 && page.unreadable.length === 0) return { pages, cursor: page.newer };
  }
}

interface Plan {
  /** Time steps of the rows of each mode, from old to new; `null` for a row that cannot be read. Below zero: not in order. */
  readonly isolated: readonly (number | null)[];
  readonly cross: readonly (number | null)[];
}

const timeStep = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 0, max: 3 }) },
  { weight: 1, arbitrary: fc.integer({ min: -5, max: 400 }) },
  { weight: 1, arbitrary: fc.constant(null) },
);
const steps = fc.oneof(fc.array(timeStep, { maxLength: 8 }), fc.array(timeStep, { maxLength: 400, size: 'max' }));
const plan: fc.Arbitrary<Plan> = fc.record({ isolated: steps, cross: steps });
const growth: fc.Arbitrary<Plan[]> = fc.array(
  fc.record({ isolated: fc.array(timeStep, { maxLength: 12 }), cross: fc.array(timeStep, { maxLength: 12 }) }),
  { maxLength: 6 },
);
const pageSizes = fc.oneof(
  fc.constant([100]),
  fc.array(fc.integer({ min: 1, max: 130 }), { minLength: 1, maxLength: 7 }),
  fc.constant([1]),
);
const keptLeftovers = fc.constantFrom(0, 1, 32);

let serial = 0;

/** Puts what a plan describes on top of the lists. Answers it, newest first. */
function grow(modes: FakeModes, described: Plan): FakeModes {
  const added: FakeModes = { isolated: [], cross: [] };
  for (const marginMode of marginModes) {
    const [newest] = modes[marginMode].filter((entry) => 'row' in entry);
    let time = newest !== undefined && 'row' in newest ? newest.row.createdAt : 1000;
    for (const step of described[marginMode]) {
      const id = `${marginMode}-${++serial}`;
      time += step ?? 0;
      added[marginMode].unshift(step === null ? unreadable(id, id) : row(id, time, marginMode));
    }
    modes[marginMode].unshift(...added[marginMode]);
  }
  return added;
}

function listsOf(described: Plan, sizes?: readonly number[]): FakeLists {
  const modes: FakeModes = { isolated: [], cross: [] };
  grow(modes, described);
  return new FakeLists(modes, sizes);
}

const copyOf = ({ isolated, cross }: FakeModes): FakeModes => ({ isolated: [...isolated], cross: [...cross] });

describe('towards the past', () => {
  test('all pages together are the merged lists, without loss or repeat, whatever is added meanwhile', async () => {
    await fc.assert(
      fc.asyncProperty(plan, pageSizes, keptLeftovers, growth, async (described, sizes, kept, additions) => {
        const lists = listsOf(described, sizes);
        const atStart = copyOf(lists.modes);
        const coming = [...additions];
        const pages = await readToEnd(lists.read, pagerOf({ keptLeftovers: kept }), 'all', () => {
          const addition = coming.shift();
          if (addition !== undefined) grow(lists.modes, addition);
        });
        expect(namesOf(pages)).toEqual(expected(mergedNewestFirst(atStart)));
      }),
      { numRuns: 300 },
    );
  });

  test('one margin mode alone is in the order of the service', async () => {
    await fc.assert(
      fc.asyncProperty(plan, pageSizes, fc.constantFrom(...marginModes), async (described, sizes, marginMode) => {
        const lists = listsOf(described, sizes);
        const pages = await readToEnd(lists.read, pagerOf(), marginMode);
        expect(namesOf(pages)).toEqual(expected(lists.modes[marginMode]));
        expect(new Set(lists.requests.map((request) => request.marginMode))).toEqual(new Set([marginMode]));
      }),
    );
  });

  test('the end is told only after an empty answer for each mode', async () => {
    await fc.assert(
      fc.asyncProperty(plan, pageSizes, async (described, sizes) => {
        const lists = listsOf(described, sizes);
        const pages = await readToEnd(lists.read, pagerOf());
        for (const marginMode of marginModes) {
          const own = lists.requests.filter((request) => request.marginMode === marginMode);
          expect(own.at(-1)?.answered).toBe(0);
          expect(own.filter((request) => request.answered === 0)).toHaveLength(1);
        }
        expect(pages.map((page) => page.older === null)).toEqual(
          pages.map((_page, place) => place === pages.length - 1),
        );
      }),
    );
  });

  test('a page has a hundred rows even where the service gives few at once', async () => {
    const lists = listsOf({ isolated: Array(300).fill(1), cross: [] }, [7]);
    const page = await pagerOf().read(lists.read, query('all', 'older'));
    expect(page.rows.length).toBeGreaterThanOrEqual(100);
    expect(page.rows.length).toBeLessThan(107);
  });

  test('a page costs a bounded number of requests', async () => {
    const lists = listsOf({ isolated: Array(300).fill(1), cross: [] }, [1]);
    const page = await pagerOf().read(lists.read, query('isolated', 'older'));
    expect(page.rows).toHaveLength(20);
    expect(page.older).not.toBeNull();
  });
});

describe('requests', () => {
  const old = Array.from({ length: 150 }, (_, i) => row(`old-${i}`, 100 - i / 10, 'cross'));
  const recent = Array.from({ length: 1000 }, (_, i) => row(`new-${i}`, 5000 - i, 'isolated'));

  test.each([0, 32])('a mode is not asked while the other is newer (leftovers kept: %i)', async (kept) => {
    const lists = new FakeLists({ isolated: recent, cross: old });
    const pager = pagerOf({ keptLeftovers: kept });
    const pages = await readToEnd(lists.read, pager);
    expect(namesOf(pages).rows).toEqual([...recent, ...old].map(nameOf));
    const ofCross = lists.requests.filter((request) => request.marginMode === 'cross');
    expect(ofCross).toHaveLength(kept === 0 ? 4 : 3);
    expect(lists.requests.filter((request) => request.marginMode === 'isolated')).toHaveLength(11);
  });

  test('where one mode is rare its rows are kept from page to page', async () => {
    const isolated = Array.from({ length: 2000 }, (_, i) => row(`i${i}`, 100_000 - i * 10));
    const cross = Array.from({ length: 20 }, (_, i) => row(`c${i}`, 100_000 - i * 1000 - 505, 'cross'));
    const lists = new FakeLists({ isolated, cross });
    const pages = await readToEnd(lists.read, pagerOf());
    expect(namesOf(pages).rows).toHaveLength(2020);
    expect(lists.requests).toHaveLength(23);
  });

  test('rows that were kept for too long are read again', async () => {
    let now = 0;
    const lists = new FakeLists({ isolated: recent.slice(0, 150), cross: old });
    const pager = pagerOf({ now: () => now });
    const first = await pager.read(lists.read, query('all', 'older'));
    now = 60_000;
    await pager.read(lists.read, query('all', 'older', first.older ?? undefined));
    expect(lists.requests.filter(({ marginMode, from }) => marginMode === 'cross' && from === undefined)).toHaveLength(
      2,
    );
  });

  test('fetchedAt is that of the oldest answer in the page', async () => {
    const lists = new FakeLists({ isolated: recent.slice(0, 150), cross: old });
    const pager = pagerOf();
    const first = await pager.read(lists.read, query('all', 'older'));
    expect(first.fetchedAt).toBe(1);
    const second = await pager.read(lists.read, query('all', 'older', first.older ?? undefined));
    expect(second.rows.some((found) => found.marginMode === 'cross')).toBe(true);
    expect(second.fetchedAt).toBe(2);
  });
});

describe('towards the present', () => {
  test('exactly what has been added comes, in order, from whichever page its cursor is', async () => {
    await fc.assert(
      fc.asyncProperty(plan, pageSizes, growth, fc.nat({ max: 3 }), async (described, sizes, additions, depth) => {
        const lists = listsOf(described, sizes);
        const pager = pagerOf();
        let page = await pager.read(lists.read, query('all', 'older'));
        for (let i = 0; i < depth && page.older !== null; i++) {
          page = await pager.read(lists.read, query('all', 'older', page.older));
        }
        let cursor = page.newer;
        for (const addition of additions) {
          const added = grow(lists.modes, addition);
          const news = await readNews(lists.read, pager, cursor);
          cursor = news.cursor;
          expect(namesOf(news.pages)).toEqual(expected(mergedOldestFirst(added).reverse()));
        }
      }),
      { numRuns: 200 },
    );
  });

  test('nothing new costs one request for each mode', async () => {
    const lists = listsOf({ isolated: [1, 1], cross: [1] });
    const pager = pagerOf();
    const first = await pager.read(lists.read, query('all', 'older'));
    lists.requests.length = 0;
    const page = await pager.read(lists.read, query('all', 'newer', first.newer));
    expect(page.rows).toEqual([]);
    expect(page.newer).toBe(first.newer);
    expect(lists.requests).toHaveLength(2);
  });

  test('more than can be read at once comes with the next calls', async () => {
    const lists = listsOf({ isolated: [1], cross: [1] }, [2]);
    const pager = pagerOf();
    const first = await pager.read(lists.read, query('all', 'older'));
    const added = grow(lists.modes, { isolated: Array(100).fill(1), cross: Array(3).fill(30) });
    const page = await pager.read(lists.read, query('all', 'newer', first.newer));
    expect(page.rows.length).toBeLessThan(60);
    const rest = await readNews(lists.read, pager, page.newer);
    expect(namesOf([...rest.pages, page])).toEqual(expected(mergedOldestFirst(added).reverse()));
  });

  test('the cursor towards the past of such a page leads to what follows it', async () => {
    await fc.assert(
      fc.asyncProperty(plan, growth, async (described, [addition = { isolated: [1], cross: [] }]) => {
        const lists = listsOf(described);
        const pager = pagerOf();
        const first = await pager.read(lists.read, query('all', 'older'));
        const before = copyOf(lists.modes);
        grow(lists.modes, addition);
        let page = await pager.read(lists.read, query('all', 'newer', first.newer));
        grow(lists.modes, { isolated: [1], cross: [1] });
        const pages: Page<FakeRow>[] = [];
        while (page.older !== null) {
          page = await pager.read(lists.read, query('all', 'older', page.older));
          pages.push(page);
        }
        const { rows, unreadable: bad } = namesOf(pages);
        const whole = expected(mergedNewestFirst(before));
        // A mode that had no row at all has nothing to begin with: what came to it later is read as well.
        const isOfEarlier = (id: string) => whole.rows.includes(id) || whole.unreadable.includes(id);
        expect(rows.filter(isOfEarlier)).toEqual(whole.rows);
        expect(bad.filter(isOfEarlier)).toEqual(whole.unreadable);
        if (before.isolated.length > 0 && before.cross.length > 0) expect(rows).toEqual(whole.rows);
      }),
    );
  });

  test('without a cursor the list starts at its newest row', async () => {
    const lists = listsOf({ isolated: [1, 1], cross: [1] });
    const page = await pagerOf().read(lists.read, query('all', 'newer'));
    expect(namesOf([page])).toEqual(expected(mergedNewestFirst(lists.modes)));
  });

  test('a mode that had no row and now has more than can be read is not read in part', async () => {
    const lists = listsOf({ isolated: [], cross: [] }, [1]);
    const pager = pagerOf();
    const first = await pager.read(lists.read, query('isolated', 'older'));
    grow(lists.modes, { isolated: Array(201).fill(1), cross: [] });
    await expect(pager.read(lists.read, query('isolated', 'newer', first.newer))).rejects.toMatchObject({
      code: 'bad-answer',
    });
  });
});

describe('rows that vanish', () => {
  test('the row that a mode was to begin with: its time tells where it was', async () => {
    const isolated = Array.from({ length: 150 }, (_, i) => row(`i${i}`, 5000 - i));
    const cross = Array.from({ length: 5 }, (_, i) => row(`c${i}`, 1000 - i, 'cross'));
    const lists = new FakeLists({ isolated, cross });
    const pager = pagerOf({ keptLeftovers: 0 });
    const first = await pager.read(lists.read, query('all', 'older'));
    lists.modes.cross.shift();
    lists.modes.cross.unshift(...Array.from({ length: 130 }, (_, i) => row(`later-${i}`, 9000 - i, 'cross')));
    const second = await pager.read(lists.read, query('all', 'older', first.older ?? undefined));
    const names = namesOf([first, second]).rows;
    expect(names).toEqual([...isolated.map(nameOf), 'c1', 'c2', 'c3', 'c4']);
  });
});

describe('a service that does not page as it should', () => {
  const rows = Array.from({ length: 30 }, (_, i) => row(`r${i}`, 1000 - i));

  /** `answer` is given all that a proper service could answer. */
  function misbehaving(answer: (proper: FakeEntry[], request: Parameters<ListReader<FakeRow>>[0]) => FakeEntry[]) {
    const lists = new FakeLists({ isolated: [...rows], cross: [] });
    const read: ListReader<FakeRow> = async (request) => ({
      entries: answer(lists.answer(request), request),
      fetchedAt: 1,
    });
    return { lists, read };
  }

  test.each([1, 2, 10, 30])('that answers its first %i rows for ever is found out', async (size) => {
    const { read } = misbehaving(() => rows.slice(0, size));
    const pager = pagerOf();
    if (size === 1) {
      // Not to be told from one that answers the row of the cursor itself, at the end of a list of one row.
      expect(namesOf(await readToEnd(read, pager, 'isolated')).rows).toEqual(['r0']);
      return;
    }
    await expect(readToEnd(read, pager, 'isolated')).rejects.toMatchObject({ code: 'bad-answer' });
  });

  test('that answers its first rows for ever is found out also while new rows come', async () => {
    const { read, lists } = misbehaving(() => lists.modes.isolated.slice(0, 5));
    await expect(
      readToEnd(read, pagerOf(), 'isolated', () => lists.modes.isolated.unshift(row(`n${++serial}`, 2000))),
    ).rejects.toMatchObject({ code: 'bad-answer' });
  });

  test('that goes round in a circle is found out', async () => {
    const { read } = misbehaving((_proper, { from }) => {
      const place = rows.findIndex((entry) => entry.id === from) + 1;
      return [0, 1, 2].map((offset) => rows[(place + offset) % 10]).filter((entry) => entry !== undefined);
    });
    await expect(readToEnd(read, pagerOf(), 'isolated')).rejects.toMatchObject({ code: 'bad-answer' });
  });

  test('that goes round in a circle further down is found out', async () => {
    const { read } = misbehaving((_proper, { from }) => {
      const page: FakeEntry[] = [];
      let place = rows.findIndex((entry) => entry.id === from);
      while (page.length < 3) {
        place = place === 20 ? 5 : place + 1;
        page.push(...rows.slice(place, place + 1));
      }
      return page;
    });
    const pages: Page<FakeRow>[] = [];
    await expect(readToEnd(read, pagerOf(), 'isolated', () => {}, pages)).rejects.toMatchObject({ code: 'bad-answer' });
    expect(namesOf(pages).rows).toEqual(rows.slice(0, 21).map(nameOf));
  });

  test('that begins at its newest row again behind the oldest is found out', async () => {
    const many = Array.from({ length: 300 }, (_, i) => row(`m${i}`, 5000 - i));
    const lists = new FakeLists({ isolated: many, cross: [] });
    const read: ListReader<FakeRow> = async (request) => ({
      entries: (request.from === 'm299' ? many : lists.answer(request)).slice(0, 100),
      fetchedAt: 1,
    });
    const pages: Page<FakeRow>[] = [];
    await expect(readToEnd(read, pagerOf(), 'isolated', () => {}, pages)).rejects.toMatchObject({ code: 'bad-answer' });
    expect(namesOf(pages).rows).toEqual(many.map(nameOf));
  });

  test('that begins the page before anew, without the row that it was to go on from, is found out', async () => {
    const many = Array.from({ length: 300 }, (_, i) => row(`m${i}`, 5000 - i));
    const lists = new FakeLists({ isolated: many, cross: [] });
    const read: ListReader<FakeRow> = async (request) => ({
      entries: request.from === 'm199' ? many.slice(100, 150) : lists.answer(request).slice(0, 100),
      fetchedAt: 1,
    });
    const pages: Page<FakeRow>[] = [];
    await expect(readToEnd(read, pagerOf(), 'isolated', () => {}, pages)).rejects.toMatchObject({ code: 'bad-answer' });
    expect(namesOf(pages).rows).toEqual(many.slice(0, 200).map(nameOf));
  });

  test('that answers the row of the cursor as well is tolerated', async () => {
    const { read, lists } = misbehaving((proper, { from, direct }) => {
      const own = rows.filter((entry) => entry.id === from);
      return [...own, ...proper].slice(0, direct === 'prev' ? 7 : 100);
    });
    const pager = pagerOf();
    const pages = await readToEnd(read, pager, 'isolated');
    expect(namesOf(pages).rows).toEqual(rows.map(nameOf));
    const [newest] = pages;
    lists.modes.isolated.unshift(row('fresh', 3000));
    const news = await pager.read(read, query('isolated', 'newer', newest?.newer));
    expect(namesOf([news]).rows).toEqual(['fresh']);
  });

  test('that answers rows twice within a page: the first counts', async () => {
    const { read } = misbehaving((proper) => proper.slice(0, 10).flatMap((entry) => [entry, entry]));
    expect(namesOf(await readToEnd(read, pagerOf(), 'isolated')).rows).toEqual(rows.map(nameOf));
  });

  test('that answers more than was asked for is tolerated', async () => {
    const many = Array.from({ length: 1000 }, (_, i) => row(`m${i}`, 5000 - i));
    const lists = new FakeLists({ isolated: many, cross: [] });
    const read: ListReader<FakeRow> = async (request) => ({
      entries: lists.answer(request).slice(0, 350),
      fetchedAt: 1,
    });
    expect(namesOf(await readToEnd(read, pagerOf(), 'isolated')).rows).toEqual(many.map(nameOf));
  });

  test.each([
    ['ignores everything and answers its newest rows', () => rows.slice(0, 5)],
    ['reads to the past where it was asked for the present', () => rows.slice(1, 5)],
  ])('that %s brings no old row as new', async (_name, answer) => {
    const { read } = misbehaving((proper, { direct }) => (direct === 'prev' ? proper : answer()));
    const pager = pagerOf();
    const first = await pager.read(read, query('isolated', 'older'));
    await expect(pager.read(read, query('isolated', 'newer', first.newer))).rejects.toMatchObject({
      code: 'bad-answer',
    });
  });
});

describe('rows without an id', () => {
  test('are told once with the row behind them, wherever a page ends', async () => {
    const entries = Array.from({ length: 30 }, (_, i) =>
      i % 3 === 1 ? unreadable(`bad-${i}`) : row(`r${i}`, 1000 - i),
    );
    const identified = entries.filter((entry) => entry.id !== null);
    for (const size of [2, 3, 4, 5, 100]) {
      const read: ListReader<FakeRow> = async ({ from }) => {
        const place = from === undefined ? 0 : entries.findIndex((entry) => entry.id === from) + 1;
        return { entries: entries.slice(place, place + size), fetchedAt: 1 };
      };
      const pages = await readToEnd(read, pagerOf({ keptLeftovers: 0 }), 'isolated');
      expect(namesOf(pages)).toEqual({
        rows: identified.map(nameOf),
        unreadable: entries.filter((entry) => entry.id === null).map(nameOf),
      });
    }
  });

  test('a page of nothing else is a bad answer, and costs no row that could be read before', async () => {
    const read: ListReader<FakeRow> = async ({ from }) => ({
      entries: from === undefined ? [row('r0', 1000), unreadable('bad')] : [unreadable('bad')],
      fetchedAt: 1,
    });
    const pager = pagerOf();
    const first = await pager.read(read, query('isolated', 'older'));
    expect(namesOf([first]).rows).toEqual(['r0']);
    await expect(pager.read(read, query('isolated', 'older', first.older ?? undefined))).rejects.toMatchObject({
      code: 'bad-answer',
    });
    const news = await pager.read(read, query('isolated', 'newer', first.newer));
    expect(namesOf([news])).toEqual({ rows: [], unreadable: [] });
  });
});

describe('a request that fails', () => {
  const lists = new FakeLists(
    { isolated: Array.from({ length: 30 }, (_, i) => row(`r${i}`, 1000 - i)), cross: [] },
    [10],
  );
  const failing =
    (code: 'offline' | 'cancelled', atRequest: number): ListReader<FakeRow> =>
    async (request) => {
      if (lists.requests.length >= atRequest) throw new OrderglassError(code, 'as told');
      return lists.read(request);
    };

  test('costs none of the rows before it and is met again behind them', async () => {
    lists.requests.length = 0;
    const pager = pagerOf();
    const first = await pager.read(failing('offline', 2), query('isolated', 'older'));
    expect(first.rows).toHaveLength(20);
    const again = query('isolated', 'older', first.older ?? undefined);
    await expect(pager.read(failing('offline', 2), again)).rejects.toMatchObject({ code: 'offline' });
    const rest = await pager.read(lists.read, again);
    expect(namesOf([first, rest]).rows).toEqual(lists.modes.isolated.map(nameOf));
  });

  test('is told where there is nothing else to tell', async () => {
    lists.requests.length = 0;
    await expect(pagerOf().read(failing('offline', 0), query('all', 'older'))).rejects.toMatchObject({
      code: 'offline',
    });
  });

  test('is told at once where it was cancelled', async () => {
    lists.requests.length = 0;
    await expect(pagerOf().read(failing('cancelled', 2), query('all', 'older'))).rejects.toMatchObject({
      code: 'cancelled',
    });
  });
});

describe('cursors', () => {
  const lists = listsOf({ isolated: Array(250).fill(1), cross: [5] });

  async function cursors(): Promise<{ older: string; newer: string }> {
    const { older, newer } = await pagerOf().read(lists.read, { ...query('all', 'older'), symbol: 'BTC-USDT' });
    return { older: older ?? '', newer };
  }

  const marginMode: MarginMode | 'all' = 'all';
  const own = { account, symbol: 'BTC-USDT', marginMode } as const;

  test('are good for the list they came from', async () => {
    const { older, newer } = await cursors();
    await expect(pagerOf().read(lists.read, { ...own, direction: 'older', cursor: older })).resolves.toBeDefined();
    await expect(pagerOf().read(lists.read, { ...own, direction: 'newer', cursor: newer })).resolves.toBeDefined();
  });

  test.each([
    [{ account: 'other' }],
    [{ symbol: 'ETH-USDT' }],
    [{ marginMode: 'cross' as const }],
    [{ marginMode: 'isolated' as const }],
  ])('are of no use with %j', async (other) => {
    const { older, newer } = await cursors();
    const requests = lists.requests.length;
    for (const [direction, cursor] of [
      ['older', older],
      ['newer', newer],
    ] as const) {
      const reading = pagerOf().read(lists.read, { ...own, ...other, direction, cursor });
      await expect(reading).rejects.toMatchObject({ code: 'invalid-input' });
    }
    expect(lists.requests).toHaveLength(requests);
  });

  test('are of no use for another list, another direction, or without the symbol', async () => {
    const { older, newer } = await cursors();
    const otherList = new ListPager<FakeRow>({ list: 'plans', now: () => 0 });
    for (const reading of [
      otherList.read(lists.read, { ...own, direction: 'older', cursor: older }),
      pagerOf().read(lists.read, { ...own, direction: 'older', cursor: newer }),
      pagerOf().read(lists.read, { ...own, direction: 'newer', cursor: older }),
      pagerOf().read(lists.read, query('all', 'older', older)),
    ]) {
      await expect(reading).rejects.toMatchObject({ code: 'invalid-input' });
    }
  });

  test('that this program did not write are refused', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.base64String(), fc.json()), async (text) => {
        for (const cursor of [text, Buffer.from(text).toString('base64url')]) {
          const reading = pagerOf().read(lists.read, query('all', 'older', cursor));
          await expect(reading).rejects.toMatchObject({ code: 'invalid-input' });
        }
      }),
    );
  });

  test('with anything changed are refused', async () => {
    const { older } = await cursors();
    const content = JSON.parse(Buffer.from(older, 'base64url').toString());
    const isolated = content.modes.isolated;
    for (const changed of [
      { ...content, v: 2 },
      { ...content, more: 1 },
      { ...content, modes: {} },
      { ...content, modes: { isolated } },
      { ...content, modes: { ...content.modes, isolated: { ...isolated, at: '' } } },
      { ...content, modes: { ...content.modes, isolated: { ...isolated, at: 17 } } },
      { ...content, modes: { ...content.modes, isolated: { ...isolated, more: 1 } } },
      { ...content, modes: { ...content.modes, isolated: { ...isolated, nextTime: 'soon' } } },
    ]) {
      const cursor = Buffer.from(JSON.stringify(changed)).toString('base64url');
      const reading = pagerOf().read(lists.read, { ...own, direction: 'older', cursor });
      await expect(reading).rejects.toMatchObject({ code: 'invalid-input' });
    }
  });

  test('are short enough for the contract', async () => {
    const long = (i: number, mode: MarginMode) => row(`${mode}${i}`.padEnd(200, 'x'), 1000 - i, mode);
    const modes = {
      isolated: [0, 1, 2].map((i) => long(i, 'isolated')),
      cross: [0, 1, 2].map((i) => long(i, 'cross')),
    };
    const lists = new FakeLists(modes, [1]);
    const page = await pagerOf().read(lists.read, query('all', 'older'));
    expect(page.older?.length ?? page.newer.length).toBeLessThan(2000);
    expect(page.newer.length).toBeLessThan(2000);
  });
});
