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
    newer: 'unused',
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
        questions.push(question.cursor ?? '-');
        open.push({ question, resolve, reject });
      }),
  );
  async function next(): Promise<Asked> {
    await settled();
    const asked = open.shift();
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
    async answer(answer: Page<Sample>) {
      (await next()).resolve(succeed(answer));
      await settled();
    },
    async refuse(code: ErrorCode) {
      (await next()).resolve(fail(code, `${code}!`));
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
    expect(list.getState()).toMatchObject({ rows: [], older: 'idle', again: 'idle', failure: null, fetchedAt: null });
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
    expect(questions).toEqual(['-', 'c1', 'c2']);
  });

  test('asks once, however often it is called meanwhile', async () => {
    const { list, answer, questions } = underTest();
    const calls = [list.loadOlder(), list.loadOlder(), list.replaceAll()];
    await answer(page(['a'], 'c1'));
    await Promise.all(calls);
    expect(questions).toEqual(['-']);
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
    expect(questions).toEqual(['c1', 'c1']);
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
    expect(questions).toEqual(['c1', 'c2', 'c3']);
  });

  test('an exchange that repeats the same page for ever is a bad answer', async () => {
    const { list, answer, open, questions } = await started(['b', 'a'], 'c1');
    void list.loadOlder();
    await answer(page(['b', 'a'], 'c1'));
    expect(list.getState()).toMatchObject({ older: 'failed', failure: { code: 'bad-answer' } });
    expect(open).toEqual([]);
    expect(questions).toEqual(['c1']);
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
    expect(questions.at(-1)).toBe('c50');
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
    expect(questions).toEqual(['-', 'c1', 'c2']);
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

  test('lets a replacement in between its pages', async () => {
    const { list, answer, keys, questions } = await started(['c'], 'c1');
    void list.loadAll();
    void list.replaceAll();
    await answer(page(['b'], 'c2'));
    await answer(page(['d', 'c'], 'c3'));
    expect(list.getState()).toMatchObject({ again: 'idle', loadingAll: true });
    await answer(page(['b', 'a'], null));
    expect(keys()).toBe('d c b a');
    expect(questions).toEqual(['c1', '-', 'c3']);
  });
});

describe('replaceAll', () => {
  test('swaps in at once as many rows as were held; what left is gone', async () => {
    const { list, answer, keys, questions } = await started(['c', 'b', 'a'], 'c1');
    const replaced = list.replaceAll();
    await answer(page(['e', changed('c')], 'c2', { fetchedAt: 50 }));
    expect(keys()).toBe('c b a');
    expect(list.getState().again).toBe('loading');
    await answer(page(['a', 'z'], 'c3'));
    await replaced;
    expect(keys()).toBe('e c! a z');
    expect(list.getState()).toMatchObject({ again: 'idle', older: 'idle', addedAtTop: 1, fetchedAt: 50 });
    void list.loadOlder();
    await settled();
    expect(questions).toEqual(['-', 'c2', 'c3']);
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
    expect(list.getState()).toMatchObject({ older: 'complete', again: 'idle' });
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
    expect(list.getState()).toMatchObject({ older: 'idle', again: 'idle', failure: null });
  });

  test('a failure in the middle keeps the old rows', async () => {
    const { list, answer, refuse, keys } = await started(['b', 'a'], 'c1');
    void list.replaceAll();
    await answer(page(['c'], 'c2'));
    await refuse('service-busy');
    expect(keys()).toBe('b a');
    expect(list.getState()).toMatchObject({ again: 'failed', older: 'idle', failure: { code: 'service-busy' } });
  });

  test('pages that go round in a circle keep the old rows', async () => {
    const { list, answer, keys } = await started(['b', 'a'], 'c1');
    void list.replaceAll();
    await answer(page(['c'], 'c2'));
    await answer(page(['c'], 'c2'));
    expect(keys()).toBe('b a');
    expect(list.getState()).toMatchObject({ again: 'failed', failure: { code: 'bad-answer' } });
  });

  test('waits for what is being read, and what is asked for meanwhile waits for it', async () => {
    const { list, answer, open, keys, questions } = await started(['c', 'b'], 'c1');
    void list.loadOlder();
    void list.replaceAll();
    await settled();
    expect(questions).toEqual(['c1']);
    await answer(page(['a'], 'c2'));
    void list.loadOlder();
    await answer(page(['d', 'c', 'a'], 'c3'));
    expect(keys()).toBe('d c a');
    expect(list.getState()).toMatchObject({ older: 'loading', again: 'idle' });
    await answer(page(['z'], 'c4'));
    expect(keys()).toBe('d c a z');
    expect(questions).toEqual(['c1', '-', 'c3']);
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

  test('a listener that replaces when a replacement is there gets one', async () => {
    const { list, answer, questions } = await started(['a'], null);
    let replacements = 0;
    list.subscribe(() => {
      if (list.getState().again === 'idle' && replacements++ < 1) void list.replaceAll();
    });
    void list.replaceAll();
    await answer(page(['a'], null));
    await answer(page(['a'], null));
    expect(questions).toHaveLength(2);
  });

  test('after dispose nothing changes, nobody hears and nothing is asked', async () => {
    const { list, answer, open, questions, keys } = await started(['b'], 'c1');
    let heard = 0;
    list.subscribe(() => heard++);
    const running = [list.loadAll(), list.replaceAll()];
    await settled();
    const heardBefore = heard;
    list.dispose();
    await answer(page(['a'], 'c2'));
    await Promise.all(running);
    await Promise.all([list.loadOlder(), list.loadAll(), list.replaceAll()]);
    list.stopLoadingAll();
    await settled();
    expect(keys()).toBe('b');
    expect(list.getState()).toMatchObject({ older: 'loading', again: 'loading', loadingAll: true, failure: null });
    expect(heard).toBe(heardBefore);
    expect(open).toEqual([]);
    expect(questions).toHaveLength(1);
  });

  test.each(['refused', 'rejected'])('a failure that arrives after dispose is no failure (%s)', async (how) => {
    const { list, refuse, reject } = await started(['b'], 'c1');
    void list.loadOlder();
    await settled();
    list.dispose();
    await (how === 'refused' ? refuse('timeout') : reject(new Error('gone')));
    expect(list.getState()).toMatchObject({ older: 'loading', failure: null });
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
