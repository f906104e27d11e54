import { describe, expect, test } from 'vitest';
import type { Page, UnreadableRow } from '../../shared/domain.ts';
import type { ErrorCode } from '../../shared/errors.ts';
import { fail, type Result, succeed } from '../../shared/result.ts';
import { PagedRows, type PageQuestion } from './paged-rows.ts';

interface Sample {
  key: string;
  createdAt: number;
  raw: string;
}

interface Asked {
  question: PageQuestion;
  resolve: (result: Result<Page<Sample>>) => void;
  reject: (error: unknown) => void;
}

/** Long enough for every chain of promises that can go on without a further answer. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

let clock = 0;

/** Later letters are newer. */
const row = (key: string, raw = key): Sample => ({ key, createdAt: key.charCodeAt(0), raw });

function page(rows: (string | Sample)[], older: string | null, rest: Partial<Page<Sample>> = {}): Page<Sample> {
  return {
    rows: rows.map((entry) => (typeof entry === 'string' ? row(entry) : entry)),
    unreadable: [],
    older,
    newer: `newer than ${JSON.stringify(rows[0] ?? '')}`,
    fetchedAt: ++clock,
    ...rest,
  };
}

const changed = (key: string) => row(key, `${key}!`);
const unreadable = (raw: string): UnreadableRow => ({ raw, reason: 'status: not a number' });

/** A list whose every read is answered by the test, when the test wants it. */
function underTest() {
  const open: Asked[] = [];
  const questions: string[] = [];
  const list = new PagedRows<Sample>(
    (question) =>
      new Promise((resolve, reject) => {
        questions.push(`${question.direction} ${question.cursor ?? '-'}`);
        open.push({ question, resolve, reject });
      }),
  );
  async function next(direction?: PageQuestion['direction']): Promise<Asked> {
    await settled();
    const place = open.findIndex((asked) => direction === undefined || asked.question.direction === direction);
    const [asked] = place < 0 ? [] : open.splice(place, 1);
    if (!asked) throw new Error(`Nothing was asked. So far: ${questions.join(', ')}`);
    return asked;
  }
  return {
    list,
    open,
    questions,
    keys: () =>
      list
        .getState()
        .rows.map((row) => row.raw)
        .join(' '),
    async answer(answer: Page<Sample>, direction?: PageQuestion['direction']) {
      (await next(direction)).resolve(succeed(answer));
      await settled();
    },
    async refuse(code: ErrorCode, direction?: PageQuestion['direction']) {
      (await next(direction)).resolve(fail(code, `${code}!`));
      await settled();
    },
    async reject(error: unknown) {
      (await next()).reject(error);
      await settled();
    },
  };
}

/** With this first page. */
async function started(...first: Parameters<typeof page>) {
  const test = underTest();
  void test.list.loadOlder();
  await test.answer(page(...first));
  test.questions.length = 0;
  return test;
}

describe('loadOlder', () => {
  test('reads the first page, then on from its cursor, to the end', async () => {
    const { list, answer, keys, questions } = underTest();
    expect(list.getState()).toMatchObject({ rows: [], older: 'idle', newer: 'idle', failure: null, fetchedAt: null });
    const first = list.loadOlder();
    expect(list.getState().older).toBe('loading');
    await answer(page(['d', 'c'], 'c1', { fetchedAt: 77 }));
    await first;
    expect(list.getState()).toMatchObject({ older: 'idle', fetchedAt: 77 });
    void list.loadOlder();
    await answer(page(['b', 'a'], 'c2', { fetchedAt: 88 }));
    expect(keys()).toBe('d c b a');
    expect(list.getState().fetchedAt).toBe(77);
    void list.loadOlder();
    await answer(page([], null));
    expect(list.getState().older).toBe('complete');
    await list.loadOlder();
    expect(questions).toEqual(['older -', 'older c1', 'older c2']);
  });

  test('asks once, however often it is called meanwhile', async () => {
    const { list, answer, questions } = underTest();
    const calls = [list.loadOlder(), list.loadOlder(), list.refresh(), list.replaceAll()];
    await answer(page(['a'], 'c1'));
    await Promise.all(calls);
    expect(questions).toEqual(['older -']);
  });

  test('keeps what it has after a failure and tries the same page again', async () => {
    const { list, answer, refuse, keys, questions } = await started(['b'], 'c1');
    void list.loadOlder();
    await refuse('timeout');
    expect(list.getState()).toMatchObject({ older: 'failed', failure: { code: 'timeout' } });
    void list.loadOlder();
    expect(list.getState()).toMatchObject({ older: 'loading', failure: { code: 'timeout' } });
    await answer(page(['a'], 'c2'));
    expect(list.getState()).toMatchObject({ older: 'idle', failure: null });
    expect(keys()).toBe('b a');
    expect(questions).toEqual(['older c1', 'older c1']);
  });

  test('a repeated row is updated where it is', async () => {
    const { list, answer, keys } = await started(['c', 'b'], 'c1');
    void list.loadOlder();
    await answer(page([changed('b'), 'a', changed('a')], 'c2'));
    expect(keys()).toBe('c b! a!');
  });

  test('goes on by itself past pages that bring no new row', async () => {
    const { list, answer, keys, questions } = await started(['b'], 'c1');
    void list.loadOlder();
    await answer(page([], 'c2'));
    await answer(page(['b'], 'c3'));
    expect(list.getState().older).toBe('loading');
    await answer(page(['a'], 'c4'));
    expect(keys()).toBe('b a');
    expect(list.getState().older).toBe('idle');
    expect(questions).toEqual(['older c1', 'older c2', 'older c3']);
  });

  test('an exchange that repeats the same page for ever is a bad answer', async () => {
    const { list, answer, open, questions } = await started(['b', 'a'], 'c1');
    void list.loadOlder();
    await answer(page(['b', 'a'], 'c1'));
    expect(list.getState()).toMatchObject({ older: 'failed', failure: { code: 'bad-answer' } });
    expect(open).toEqual([]);
    expect(questions).toEqual(['older c1']);
  });

  test('cursors that go round in a circle are a bad answer', async () => {
    const { list, answer } = await started(['a'], 'c1');
    void list.loadOlder();
    await answer(page([], 'c2'));
    await answer(page([], 'c3'));
    await answer(page([], 'c1'));
    expect(list.getState()).toMatchObject({ older: 'failed', failure: { code: 'bad-answer' } });
  });

  test('after 50 pages in a row without anything new it stops, and goes on from there when asked', async () => {
    const { list, answer, questions, keys } = await started(['b'], 'c0');
    void list.loadOlder();
    for (let count = 1; count <= 50; count++) {
      expect(list.getState().older).toBe('loading');
      await answer(page([], `c${count}`));
    }
    expect(list.getState()).toMatchObject({ older: 'failed', failure: { code: 'bad-answer' } });
    expect(questions).toHaveLength(50);
    void list.loadOlder();
    await answer(page(['a'], 'c51'));
    expect(questions.at(-1)).toBe('older c50');
    expect(keys()).toBe('b a');
  });

  test('a page of unreadable rows alone is something new', async () => {
    const { list, answer, questions } = await started(['b'], 'c0');
    void list.loadOlder();
    for (let count = 1; count <= 60; count++)
      await answer(page([], `c${count}`, { unreadable: [unreadable(`${count}`)] }));
    await answer(page(['a'], null));
    expect(list.getState()).toMatchObject({ older: 'complete', failure: null });
    expect(list.getState().unreadable).toHaveLength(60);
    expect(questions).toHaveLength(61);
  });

  test('a read that throws or is rejected is a failure of the program', async () => {
    const { list, reject } = underTest();
    const call = list.loadOlder();
    await reject(new Error('no such channel'));
    await call;
    expect(list.getState()).toMatchObject({
      older: 'failed',
      failure: { code: 'internal', message: 'no such channel' },
    });
    const throwing = new PagedRows<Sample>(() => {
      throw new TypeError('broken');
    });
    await throwing.loadOlder();
    expect(throwing.getState()).toMatchObject({ older: 'failed', failure: { code: 'internal', message: 'broken' } });
  });
});

describe('unreadable rows', () => {
  test('are kept once each', async () => {
    const { list, answer } = await started(['c'], 'c1', { unreadable: [unreadable('x'), unreadable('y')] });
    void list.loadOlder();
    await answer(page(['b'], 'c2', { unreadable: [unreadable('y'), unreadable('z'), unreadable('z')] }));
    expect(list.getState().unreadable.map((row) => row.raw)).toEqual(['x', 'y', 'z']);
  });
});

describe('refresh', () => {
  test('puts what has come since on top, in its order, then looks at the newest page again', async () => {
    const { list, answer, keys, questions } = await started(['b', 'a'], 'c1', { newer: 'n1' });
    const refreshed = list.refresh();
    expect(list.getState().newer).toBe('loading');
    await answer(page(['d', 'c'], 'unused', { newer: 'n2' }));
    expect(keys()).toBe('d c b a');
    await answer(page(['f', 'e'], 'unused', { newer: 'n3' }));
    await answer(page([], 'unused', { newer: 'n3' }));
    await answer(page(['f', changed('e')], 'unused', { newer: 'n4', fetchedAt: 99 }));
    await refreshed;
    expect(keys()).toBe('f e! d c b a');
    expect(list.getState()).toMatchObject({ newer: 'idle', older: 'idle', addedAtTop: 4, fetchedAt: 99 });
    void list.loadOlder();
    await settled();
    expect(questions).toEqual(['newer n1', 'newer n2', 'newer n3', 'older -', 'older c1']);
  });

  test('takes rows on top from the newest page too, and its cursor', async () => {
    const { list, answer, keys, questions } = await started(['b', 'a'], null, { newer: 'n1' });
    void list.refresh();
    await answer(page([], null, { newer: 'n1' }));
    await answer(page(['c', 'b'], 'unused', { newer: 'n2' }));
    expect(keys()).toBe('c b a');
    expect(list.getState()).toMatchObject({ addedAtTop: 1, older: 'complete' });
    void list.refresh();
    await settled();
    expect(questions.at(-1)).toBe('newer n2');
  });

  test('leaves rows and their array as they are when nothing is new', async () => {
    const { list, answer } = await started(['b', 'a'], 'c1');
    const before = list.getState().rows;
    void list.refresh();
    await answer(page([], null));
    await answer(page(['b', 'a'], 'c1'));
    expect(list.getState().rows).toBe(before);
    expect(list.getState().addedAtTop).toBe(0);
  });

  test('after a failed start reads the first page', async () => {
    const { list, answer, refuse, keys, questions } = underTest();
    void list.loadOlder();
    await refuse('offline');
    void list.refresh();
    await answer(page(['a'], null));
    expect(keys()).toBe('a');
    expect(list.getState()).toMatchObject({ older: 'complete', failure: null });
    expect(questions).toEqual(['older -', 'older -']);
  });

  test('of an empty list reads the first page, which may have more behind it', async () => {
    const { list, answer, keys, questions } = await started([], null);
    expect(list.getState().older).toBe('complete');
    void list.refresh();
    expect(list.getState()).toMatchObject({ older: 'complete', newer: 'loading' });
    await answer(page(['b'], 'c1', { newer: 'n1' }));
    expect(keys()).toBe('b');
    expect(list.getState()).toMatchObject({ older: 'idle', newer: 'idle', addedAtTop: 0 });
    void list.loadOlder();
    await answer(page(['a'], null));
    expect(questions).toEqual(['older -', 'older c1']);
  });

  test('of an empty list goes on where the first page has no row but a cursor', async () => {
    const { list, answer, keys } = await started([], null);
    void list.refresh();
    await answer(page([], 'c1'));
    await answer(page(['a'], null));
    expect(keys()).toBe('a');
    expect(list.getState()).toMatchObject({ older: 'complete', newer: 'idle' });
  });

  test('a failure keeps rows and age; the next success clears it', async () => {
    const { list, answer, refuse, keys } = await started(['a'], 'c1', { fetchedAt: 5 });
    void list.refresh();
    await answer(page(['b'], null));
    await refuse('throttled');
    expect(keys()).toBe('b a');
    expect(list.getState()).toMatchObject({
      newer: 'failed',
      older: 'idle',
      failure: { code: 'throttled' },
      fetchedAt: 5,
    });
    void list.refresh();
    await answer(page([], null));
    await answer(page(['b'], null, { fetchedAt: 6 }));
    expect(list.getState()).toMatchObject({ newer: 'idle', failure: null, fetchedAt: 6 });
  });

  test('a failure towards the past is still told when the newer end is well again', async () => {
    const { list, answer, refuse } = await started(['a'], 'c1');
    void list.loadOlder();
    await refuse('timeout');
    void list.refresh();
    await refuse('offline');
    expect(list.getState()).toMatchObject({ older: 'failed', newer: 'failed', failure: { code: 'offline' } });
    void list.refresh();
    await answer(page([], null));
    await answer(page(['a'], null));
    expect(list.getState()).toMatchObject({ older: 'failed', newer: 'idle', failure: { code: 'timeout' } });
  });

  test('asks again when more came in between than the newest page holds', async () => {
    const { list, answer, keys, questions } = await started(['a'], null, { newer: 'n1' });
    void list.refresh();
    await answer(page([], null, { newer: 'n1' }));
    await answer(page(['d', 'c'], 'unused'));
    expect(keys()).toBe('a');
    await answer(page(['c', 'b'], null, { newer: 'n2' }));
    await answer(page(['d'], null, { newer: 'n3' }));
    await answer(page([], null, { newer: 'n3' }));
    await answer(page(['d', 'c'], 'unused'));
    expect(keys()).toBe('d c b a');
    expect(questions).toEqual(['newer n1', 'older -', 'newer n1', 'newer n2', 'newer n3', 'older -']);
  });

  test('starts over where the exchange has another list than the one that is held', async () => {
    const { list, answer, keys } = await started(['b', 'a'], null, { unreadable: [unreadable('x')] });
    void list.refresh();
    for (const attempt of ['z1', 'z2']) {
      await answer(page([], null));
      await answer(page([attempt, 'y'], 'c9'));
    }
    expect(keys()).toBe('z2 y');
    expect(list.getState()).toMatchObject({ newer: 'idle', older: 'idle', unreadable: [] });
  });

  test('a newest page of unreadable rows alone costs no row', async () => {
    const { list, answer, keys } = await started(['b', 'a'], null);
    void list.refresh();
    await answer(page([], null));
    await answer(page([], 'c9', { unreadable: [unreadable('x')], fetchedAt: 500 }));
    expect(keys()).toBe('b a');
    expect(list.getState()).toMatchObject({ newer: 'idle', fetchedAt: 500, unreadable: [unreadable('x')] });
  });

  test('reads the newest page only when the page towards the past is there', async () => {
    const { list, answer, open, keys } = await started(['b'], 'c1');
    void list.loadOlder();
    void list.refresh();
    await answer(page([], null), 'newer');
    expect(open.map((asked) => asked.question.direction)).toEqual(['older']);
    await answer(page(['a'], 'c2'));
    await answer(page(['b', 'a'], 'unused'));
    expect(keys()).toBe('b a');
    expect(list.getState()).toMatchObject({ older: 'idle', newer: 'idle' });
  });
});

describe('loadAll', () => {
  test('pages to the end', async () => {
    const { list, answer, keys } = underTest();
    const all = list.loadAll();
    expect(list.getState()).toMatchObject({ loadingAll: true, older: 'loading' });
    await answer(page(['c'], 'c1'));
    await answer(page(['b'], 'c2'));
    expect(list.getState()).toMatchObject({ loadingAll: true, older: 'loading' });
    await answer(page(['a'], 'c3'));
    await answer(page([], null));
    await all;
    expect(keys()).toBe('c b a');
    expect(list.getState()).toMatchObject({ loadingAll: false, older: 'complete' });
    await list.loadAll();
    expect(list.getState().loadingAll).toBe(false);
  });

  test('takes over the page that is being read', async () => {
    const { list, answer, questions } = underTest();
    void list.loadOlder();
    void list.loadAll();
    await answer(page(['b'], 'c1'));
    await answer(page(['a'], 'c2'));
    await settled();
    expect(questions).toEqual(['older -', 'older c1', 'older c2']);
  });

  test('ends at a failure', async () => {
    const { list, refuse, open } = await started(['a'], 'c1');
    void list.loadAll();
    await refuse('timeout');
    expect(list.getState()).toMatchObject({ loadingAll: false, older: 'failed' });
    expect(open).toEqual([]);
  });

  test('can be stopped; the page under way still counts', async () => {
    const { list, answer, open, keys } = await started(['c'], 'c1');
    void list.loadAll();
    await answer(page(['b'], 'c2'));
    list.stopLoadingAll();
    expect(list.getState().loadingAll).toBe(false);
    await answer(page(['a'], 'c3'));
    expect(keys()).toBe('c b a');
    expect(list.getState().older).toBe('idle');
    expect(open).toEqual([]);
  });

  test('lets a refresh in between its pages', async () => {
    const { list, answer, keys, questions } = await started(['c'], 'c1', { newer: 'n1' });
    void list.loadAll();
    void list.refresh();
    await answer(page(['d'], null, { newer: 'n2' }), 'newer');
    await answer(page([], null, { newer: 'n2' }), 'newer');
    await answer(page(['b'], 'c2'));
    await answer(page(['d', 'c'], 'unused'));
    expect(list.getState()).toMatchObject({ newer: 'idle', loadingAll: true });
    await answer(page(['a'], null));
    expect(keys()).toBe('d c b a');
    expect(questions).toEqual(['older c1', 'newer n1', 'newer n2', 'older -', 'older c2']);
  });
});

describe('replaceAll', () => {
  test('swaps in at once as many rows as were held; what left is gone', async () => {
    const { list, answer, keys, questions } = await started(['c', 'b', 'a'], 'c1');
    const replaced = list.replaceAll();
    await answer(page(['e', changed('c')], 'c2', { newer: 'n2', fetchedAt: 50 }));
    expect(keys()).toBe('c b a');
    expect(list.getState().newer).toBe('loading');
    await answer(page(['a', 'z'], 'c3'));
    await replaced;
    expect(keys()).toBe('e c! a z');
    expect(list.getState()).toMatchObject({ newer: 'idle', older: 'idle', addedAtTop: 1, fetchedAt: 50 });
    void list.refresh();
    void list.loadOlder();
    await settled();
    expect(questions).toEqual(['older -', 'older c2', 'newer n2', 'older c3']);
  });

  test('a list that was complete is complete again', async () => {
    const { list, answer, keys } = await started(['b', 'a'], null, { unreadable: [unreadable('x')] });
    void list.replaceAll();
    await answer(page(['d', 'c'], 'c1', { unreadable: [unreadable('y')] }));
    expect(keys()).toBe('b a');
    await answer(page(['b'], 'c2'));
    await answer(page([], null));
    expect(keys()).toBe('d c b');
    expect(list.getState()).toMatchObject({ older: 'complete', addedAtTop: 2, unreadable: [unreadable('y')] });
  });

  test('everything can leave, and something come again', async () => {
    const { list, answer, keys, open } = await started(['a'], null);
    void list.replaceAll();
    await answer(page([], null));
    expect(keys()).toBe('');
    expect(list.getState()).toMatchObject({ older: 'complete', newer: 'idle' });
    void list.replaceAll();
    await answer(page(['b'], 'c1'));
    expect(keys()).toBe('b');
    expect(list.getState().older).toBe('idle');
    expect(open).toEqual([]);
  });

  test('of a list that has no row yet reads on until there is one', async () => {
    const { list, answer, refuse, keys } = underTest();
    void list.loadOlder();
    await answer(page([], 'c1'));
    await refuse('timeout');
    expect(list.getState()).toMatchObject({ rows: [], older: 'failed' });
    void list.replaceAll();
    await answer(page([], 'c1'));
    await answer(page(['b', 'a'], 'c2'));
    expect(keys()).toBe('b a');
    expect(list.getState()).toMatchObject({ older: 'idle', newer: 'idle', failure: null });
  });

  test('a failure in the middle keeps the old rows', async () => {
    const { list, answer, refuse, keys } = await started(['b', 'a'], 'c1');
    void list.replaceAll();
    await answer(page(['c'], 'c2'));
    await refuse('service-busy');
    expect(keys()).toBe('b a');
    expect(list.getState()).toMatchObject({ newer: 'failed', older: 'idle', failure: { code: 'service-busy' } });
  });

  test('pages that go round in a circle keep the old rows', async () => {
    const { list, answer, keys } = await started(['b', 'a'], 'c1');
    void list.replaceAll();
    await answer(page(['c'], 'c2'));
    await answer(page(['c'], 'c2'));
    expect(keys()).toBe('b a');
    expect(list.getState()).toMatchObject({ newer: 'failed', failure: { code: 'bad-answer' } });
  });

  test('waits for what is being read, and what is asked for meanwhile waits for it', async () => {
    const { list, answer, open, keys, questions } = await started(['c', 'b'], 'c1', { newer: 'n1' });
    void list.refresh();
    void list.loadOlder();
    void list.replaceAll();
    await settled();
    expect(questions).toEqual(['newer n1', 'older c1']);
    await answer(page([], null, { newer: 'n1' }), 'newer');
    await answer(page(['a'], 'c2'));
    await answer(page(['c', 'b'], 'unused'));
    void list.loadOlder();
    void list.refresh();
    await answer(page(['d', 'c', 'a'], 'c3'));
    expect(keys()).toBe('d c a');
    expect(list.getState()).toMatchObject({ older: 'loading', newer: 'idle' });
    await answer(page(['z'], 'c4'));
    expect(keys()).toBe('d c a z');
    expect(questions).toEqual(['newer n1', 'older c1', 'older -', 'older -', 'older c3']);
    expect(open).toEqual([]);
  });

  test('a page that was waited for is not read when the list turned out to be complete', async () => {
    const { list, answer, open } = await started(['b'], 'c1');
    void list.replaceAll();
    await settled();
    const older = list.loadOlder();
    await answer(page(['b'], null));
    await older;
    expect(list.getState().older).toBe('complete');
    expect(open).toEqual([]);
  });
});

describe('as a store', () => {
  test('the state is the same object until something changes', async () => {
    const { list, answer } = underTest();
    const idle = list.getState();
    expect(list.getState()).toBe(idle);
    void list.loadOlder();
    const loading = list.getState();
    expect(loading).not.toBe(idle);
    expect(loading.version).toBeGreaterThan(idle.version);
    await answer(page(['a'], null));
    expect(list.getState()).not.toBe(loading);
    expect(list.getState()).toBe(list.getState());
  });

  test('listeners hear once of changes that come together, and no more when they left', async () => {
    const { list, answer } = underTest();
    const heard: string[] = [];
    const leave = list.subscribe(() => heard.push(list.getState().older));
    list.subscribe(() => heard.push('other'));
    void list.loadAll();
    expect(heard).toEqual([]);
    await settled();
    expect(heard).toEqual(['loading', 'other']);
    await answer(page(['b'], 'c1'));
    expect(heard).toEqual(['loading', 'other', 'loading', 'other']);
    leave();
    await answer(page(['a'], null));
    expect(heard).toEqual(['loading', 'other', 'loading', 'other', 'other']);
  });

  test('a listener that asks for more when a page is there gets more', async () => {
    const { list, answer, keys } = underTest();
    list.subscribe(() => {
      if (list.getState().older === 'idle') void list.loadOlder();
    });
    void list.loadOlder();
    await answer(page(['c'], 'c1'));
    await answer(page(['b'], 'c2'));
    await answer(page(['a'], null));
    expect(keys()).toBe('c b a');
  });

  test('a listener that refreshes when a refresh is there gets one', async () => {
    const { list, answer, questions } = await started(['a'], null);
    let refreshes = 0;
    list.subscribe(() => {
      if (list.getState().newer === 'idle' && refreshes++ < 1) void list.refresh();
    });
    void list.refresh();
    await answer(page([], null));
    await answer(page(['a'], null));
    await answer(page([], null));
    await answer(page(['a'], null));
    expect(questions).toHaveLength(4);
  });

  test('after dispose nothing changes, nobody hears and nothing is asked', async () => {
    const { list, answer, open, questions, keys } = await started(['b'], 'c1');
    let heard = 0;
    list.subscribe(() => heard++);
    const running = [list.loadAll(), list.refresh(), list.replaceAll()];
    await settled();
    const heardBefore = heard;
    list.dispose();
    await answer(page(['c'], null), 'newer');
    await answer(page(['a'], 'c2'), 'older');
    await Promise.all(running);
    await Promise.all([list.loadOlder(), list.loadAll(), list.refresh(), list.replaceAll()]);
    list.stopLoadingAll();
    await settled();
    expect(keys()).toBe('b');
    expect(list.getState()).toMatchObject({ older: 'loading', newer: 'loading', loadingAll: true, failure: null });
    expect(heard).toBe(heardBefore);
    expect(open).toEqual([]);
    expect(questions).toHaveLength(2);
  });

  test('a failure that arrives after dispose is no failure', async () => {
    const { list, refuse, reject } = await started(['b'], 'c1');
    void list.loadOlder();
    void list.refresh();
    await settled();
    list.dispose();
    await refuse('timeout');
    await reject(new Error('gone'));
    expect(list.getState()).toMatchObject({ older: 'loading', newer: 'loading', failure: null });
  });

  test('nobody hears of what changed just before dispose', async () => {
    const { list } = underTest();
    let heard = 0;
    list.subscribe(() => heard++);
    void list.loadOlder();
    list.dispose();
    await settled();
    expect(heard).toBe(0);
  });
});
