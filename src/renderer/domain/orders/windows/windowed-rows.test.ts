import { describe, expect, test } from 'vitest';
import { fail } from '../../../../shared/values/result.ts';
import { FakeHistory, settle } from './testing/fake-history.ts';
import { blockSize } from './window-blocks.ts';
import { WindowedRows } from './windowed-rows.ts';

const keys = (count: number, prefix = 'row'): string[] => Array.from({ length: count }, (_, i) => `${prefix}-${i}`);
const view = (first: number, end: number) => ({ first, end, atTop: first === 0 });

async function opened(list: string[]) {
  const history = new FakeHistory(list);
  const rows = new WindowedRows<{ key: string }>();
  rows.show(history.read);
  await history.answerAll();
  return { history, rows };
}

/** Keys of the loaded rows, by position. */
const heldKeys = (rows: WindowedRows<{ key: string }>, first: number, end: number): (string | undefined)[] =>
  Array.from({ length: end - first }, (_, i) => rows.state.get().rowAt(first + i)?.key);

describe('the first rows', () => {
  test('arrive together with the length of the list', async () => {
    const history = new FakeHistory(keys(1_000_000));
    const rows = new WindowedRows<{ key: string }>();
    expect(rows.state.get()).toMatchObject({ rowCount: 0, version: null, list: 0 });
    rows.show(history.read);
    await history.answerAll();
    expect(rows.state.get()).toMatchObject({ rowCount: 1_000_000, version: 1, list: 1, failure: null });
    expect(heldKeys(rows, 0, 3)).toEqual(['row-0', 'row-1', 'row-2']);
  });

  test('a view at the top requests nothing more', async () => {
    const { history, rows } = await opened(keys(1000));
    rows.setView(view(0, 30));
    expect(history.requests).toEqual([]);
  });

  test('a failure is shown and retried on request', async () => {
    const history = new FakeHistory(keys(10));
    const rows = new WindowedRows<{ key: string }>();
    rows.show(history.read);
    await history.answerNext(fail('storage-failed', 'no disk'));
    expect(rows.state.get()).toMatchObject({ rowCount: 0, failure: { code: 'storage-failed' } });
    rows.retry();
    await history.answerAll();
    expect(rows.state.get()).toMatchObject({ rowCount: 10, failure: null });
  });
});

describe('scrolling', () => {
  test('missing rows are loaded at their positions', async () => {
    const { history, rows } = await opened(keys(1_000_000));
    rows.setView(view(700_000, 700_030));
    expect(rows.state.get().rowAt(700_000)).toBeUndefined();
    await history.answerAll();
    expect(heldKeys(rows, 700_000, 700_002)).toEqual(['row-700000', 'row-700001']);
  });

  test('requests that are no longer needed are aborted', async () => {
    const { history, rows } = await opened(keys(1_000_000));
    rows.setView(view(300_000, 300_030));
    const passed = [...history.requests];
    rows.setView(view(600_000, 600_030));
    expect(passed.every(({ signal }) => signal.aborted)).toBe(true);
    expect(history.waiting.map(({ from }) => from)).toEqual([600_000, 599_800]);
    await history.answerAll();
    expect(rows.state.get().rowAt(600_010)?.key).toBe('row-600010');
  });

  test('rows ahead are loaded before they are in sight', async () => {
    const { history, rows } = await opened(keys(10_000));
    rows.setView(view(60, 90));
    expect(history.requests.map(({ from }) => from)).toEqual([blockSize]);
  });

  test('the number of loaded rows is limited', async () => {
    const { history, rows } = await opened(keys(20_000));
    for (let first = 0; first < 19_970; first += 100) {
      rows.setView(view(first, first + 30));
      await history.answerAll();
    }
    const held = heldKeys(rows, 0, 20_000).filter((key) => key !== undefined).length;
    expect(held).toBeLessThanOrEqual(6 * blockSize);
  });

  test('a failed block is requested again by a retry', async () => {
    const { history, rows } = await opened(keys(10_000));
    rows.setView(view(5000, 5030));
    await history.answerNext(fail('internal', 'gone'));
    expect(rows.state.get().failure?.code).toBe('internal');
    rows.retry();
    await history.answerAll();
    expect(rows.state.get().failure).toBeNull();
    expect(rows.state.get().rowAt(5000)?.key).toBe('row-5000');
  });
});

describe('a list that changes', () => {
  test('a view at the top shows new rows', async () => {
    const { history, rows } = await opened(keys(1000));
    rows.setView(view(0, 30));
    history.change(['new', ...history.list]);
    rows.acceptVersion(2);
    await history.answerAll();
    expect(heldKeys(rows, 0, 2)).toEqual(['new', 'row-0']);
    expect(rows.state.get()).toMatchObject({ rowCount: 1001, version: 2, movedDown: 1 });
  });

  test('a view further down learns by how much the rows have moved', async () => {
    const { history, rows } = await opened(keys(100_000));
    rows.setView(view(50_000, 50_030));
    await history.answerAll();
    history.change([...keys(5000, 'new'), ...history.list]);
    rows.acceptVersion(2);
    expect(heldKeys(rows, 50_000, 50_001), 'the old rows stay until the new ones are there').toEqual(['row-50000']);
    await history.answerAll();
    expect(rows.state.get()).toMatchObject({ movedDown: 5000, rowCount: 105_000 });
    expect(heldKeys(rows, 55_000, 55_030)).toEqual(keys(100_000).slice(50_000, 50_030));
  });

  test('a row that moved far does not take the view along', async () => {
    const { history, rows } = await opened(keys(10_000));
    rows.setView(view(5000, 5030));
    await history.answerAll();
    const rest = history.list.filter((key) => key !== 'row-5000');
    history.change([...rest, 'row-5000']);
    rows.acceptVersion(2);
    await history.answerAll();
    expect(rows.state.get().movedDown).toBe(-1);
    expect(rows.state.get().rowAt(5000)?.key).toBe('row-5001');
  });

  test('rows of another version are not mixed in', async () => {
    const { history, rows } = await opened(keys(10_000));
    rows.setView(view(10, 40));
    history.change(['new', ...history.list]);
    rows.setView(view(50, 80));
    await history.answerNext();
    expect(rows.state.get().version).toBe(1);
    expect(rows.state.get().rowAt(blockSize)).toBeUndefined();
    await history.answerAll();
    expect(rows.state.get()).toMatchObject({ version: 2, movedDown: 1 });
    expect(rows.state.get().rowAt(51)?.key).toBe('row-50');
  });

  test('a list that became shorter than the view is shown to its end', async () => {
    const { history, rows } = await opened(keys(1000));
    rows.setView(view(970, 1000));
    await history.answerAll();
    history.change(keys(10));
    rows.acceptVersion(2);
    await history.answerAll();
    expect(rows.state.get().rowCount).toBe(10);
    expect(heldKeys(rows, 0, 10)).toEqual(keys(10));
  });

  test('an older version changes nothing', async () => {
    const { history, rows } = await opened(keys(10));
    history.change(keys(11));
    rows.acceptVersion(2);
    await history.answerAll();
    rows.acceptVersion(1);
    rows.acceptVersion(2);
    expect(history.requests).toEqual([]);
  });
});

describe('another list', () => {
  test('the previous list stays, marked as outdated, until the other is loaded', async () => {
    const { history, rows } = await opened(keys(1000));
    rows.setView(view(500, 530));
    await history.answerAll();
    const other = new FakeHistory(keys(5, 'other'));
    rows.show(other.read);
    expect(rows.state.get()).toMatchObject({ rowCount: 1000, outdated: true, list: 1 });
    expect(heldKeys(rows, 500, 501)).toEqual(['row-500']);
    await other.answerAll();
    expect(rows.state.get()).toMatchObject({ rowCount: 5, outdated: false, list: 2, movedDown: 0 });
  });

  test('a late response of the previous list changes nothing', async () => {
    const { history, rows } = await opened(keys(1000));
    rows.setView(view(500, 530));
    const late = history.takeRequests();
    const other = new FakeHistory(keys(5, 'other'));
    rows.show(other.read);
    await other.answerAll();
    for (const request of late) request.answer();
    await settle();
    expect(rows.state.get()).toMatchObject({ rowCount: 5, list: 2 });
    expect(rows.state.get().rowAt(500)).toBeUndefined();
  });

  test('the previous rows disappear if the request fails', async () => {
    const { rows } = await opened(keys(1000));
    const other = new FakeHistory([]);
    rows.show(other.read);
    await other.answerNext(fail('internal', 'gone'));
    expect(rows.state.get()).toMatchObject({ rowCount: 0, outdated: false, failure: { code: 'internal' } });
  });

  test('a stopped list requests nothing until it is shown again', async () => {
    const { history, rows } = await opened(keys(1000));
    rows.setView(view(500, 530));
    rows.stop();
    expect(history.requests.every(({ signal }) => signal.aborted)).toBe(true);
    history.takeRequests();
    rows.setView(view(800, 830));
    rows.acceptVersion(9);
    expect(history.waiting).toEqual([]);
    rows.show(history.read);
    await history.answerAll();
    expect(rows.state.get().rowCount).toBe(1000);
  });
});

describe('a range for copying', () => {
  test('missing rows are read', async () => {
    const { history, rows } = await opened(keys(5000));
    const range = rows.readRange(100, 2500);
    await history.answerAll();
    expect((await range)?.map((row) => row.key)).toEqual(keys(5000).slice(100, 2600));
  });

  test('a range follows rows that move while it is read', async () => {
    const { history, rows } = await opened(keys(5000));
    rows.setView(view(100, 130));
    const range = rows.readRange(100, 1500);
    await history.answerNext();
    history.change(['new', ...history.list]);
    await history.answerAll();
    expect((await range)?.map((row) => row.key)).toEqual(keys(5000).slice(100, 1600));
  });

  test('a range is missing for a replaced list or after a failure', async () => {
    const { history, rows } = await opened(keys(5000));
    const failing = rows.readRange(100, 1500);
    await history.answerNext(fail('internal', 'gone'));
    expect(await failing).toBeNull();
    const leaving = rows.readRange(100, 1500);
    rows.show(new FakeHistory([]).read);
    await history.answerAll();
    expect(await leaving).toBeNull();
  });
});

test('a loaded row is found by its key', async () => {
  const { rows } = await opened(keys(1000));
  expect(rows.find('row-7')).toBe(rows.state.get().rowAt(7));
  expect(rows.find('row-900')).toBeUndefined();
});
