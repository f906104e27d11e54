import { describe, expect, test } from 'vitest';
import { fail } from '../../../shared/result.ts';
import { FakeHistory, settle } from './testing/fake-history.ts';
import { blockSize } from './window-blocks.ts';
import { WindowedRows } from './windowed-rows.ts';

const keys = (count: number, prefix = 'row'): string[] => Array.from({ length: count }, (_, i) => `${prefix}-${i}`);
const view = (first: number, end: number) => ({ first, end, atTop: first === 0 });

async function opened(list: string[]) {
  const archive = new FakeHistory(list);
  const rows = new WindowedRows<{ key: string }>();
  rows.show(archive.read);
  await archive.answerAll();
  return { archive, rows };
}

/** Keys of the rows that are held, by position. */
const heldKeys = (rows: WindowedRows<{ key: string }>, first: number, end: number): (string | undefined)[] =>
  Array.from({ length: end - first }, (_, i) => rows.getState().rowAt(first + i)?.key);

describe('the first rows', () => {
  test('nothing is known before they are there, and the whole length with them', async () => {
    const archive = new FakeHistory(keys(1_000_000));
    const rows = new WindowedRows<{ key: string }>();
    expect(rows.getState()).toMatchObject({ rowCount: 0, version: null, list: 0 });
    rows.show(archive.read);
    await archive.answerAll();
    expect(rows.getState()).toMatchObject({ rowCount: 1_000_000, version: 1, list: 1, failure: null });
    expect(heldKeys(rows, 0, 3)).toEqual(['row-0', 'row-1', 'row-2']);
  });

  test('a view at the top asks for nothing more', async () => {
    const { archive, rows } = await opened(keys(1000));
    rows.setView(view(0, 30));
    expect(archive.requests).toEqual([]);
  });

  test('a failure is said, and asked again on demand', async () => {
    const archive = new FakeHistory(keys(10));
    const rows = new WindowedRows<{ key: string }>();
    rows.show(archive.read);
    await archive.answerNext(fail('storage-failed', 'no disk'));
    expect(rows.getState()).toMatchObject({ rowCount: 0, failure: { code: 'storage-failed' } });
    rows.retry();
    await archive.answerAll();
    expect(rows.getState()).toMatchObject({ rowCount: 10, failure: null });
  });
});

describe('scrolling', () => {
  test('rows that are not held come where they belong', async () => {
    const { archive, rows } = await opened(keys(1_000_000));
    rows.setView(view(700_000, 700_030));
    expect(rows.getState().rowAt(700_000)).toBeUndefined();
    await archive.answerAll();
    expect(heldKeys(rows, 700_000, 700_002)).toEqual(['row-700000', 'row-700001']);
  });

  test('what nobody waits for any more is ended', async () => {
    const { archive, rows } = await opened(keys(1_000_000));
    rows.setView(view(300_000, 300_030));
    const passed = [...archive.requests];
    rows.setView(view(600_000, 600_030));
    expect(passed.every(({ signal }) => signal.aborted)).toBe(true);
    expect(archive.waiting.map(({ from }) => from)).toEqual([600_000, 599_800]);
    await archive.answerAll();
    expect(rows.getState().rowAt(600_010)?.key).toBe('row-600010');
  });

  test('what lies ahead is fetched before it is in sight', async () => {
    const { archive, rows } = await opened(keys(10_000));
    rows.setView(view(60, 90));
    expect(archive.requests.map(({ from }) => from)).toEqual([blockSize]);
  });

  test('a walk through the whole list holds no more rows than a short list has', async () => {
    const { archive, rows } = await opened(keys(20_000));
    for (let first = 0; first < 19_970; first += 100) {
      rows.setView(view(first, first + 30));
      await archive.answerAll();
    }
    const held = heldKeys(rows, 0, 20_000).filter((key) => key !== undefined).length;
    expect(held).toBeLessThanOrEqual(6 * blockSize);
  });

  test('a block that could not be read is asked for again by a retry', async () => {
    const { archive, rows } = await opened(keys(10_000));
    rows.setView(view(5000, 5030));
    await archive.answerNext(fail('internal', 'gone'));
    expect(rows.getState().failure?.code).toBe('internal');
    rows.retry();
    await archive.answerAll();
    expect(rows.getState().failure).toBeNull();
    expect(rows.getState().rowAt(5000)?.key).toBe('row-5000');
  });
});

describe('a list that changes', () => {
  test('a reader at the top sees what comes in', async () => {
    const { archive, rows } = await opened(keys(1000));
    rows.setView(view(0, 30));
    archive.change(['new', ...archive.list]);
    rows.acceptVersion(2);
    await archive.answerAll();
    expect(heldKeys(rows, 0, 2)).toEqual(['new', 'row-0']);
    expect(rows.getState()).toMatchObject({ rowCount: 1001, version: 2, movedDown: 1 });
  });

  test('a reader further down is told by how much the rows have moved, however far', async () => {
    const { archive, rows } = await opened(keys(100_000));
    rows.setView(view(50_000, 50_030));
    await archive.answerAll();
    archive.change([...keys(5000, 'new'), ...archive.list]);
    rows.acceptVersion(2);
    expect(heldKeys(rows, 50_000, 50_001), 'the old rows stay until the new ones are there').toEqual(['row-50000']);
    await archive.answerAll();
    expect(rows.getState()).toMatchObject({ movedDown: 5000, rowCount: 105_000 });
    expect(heldKeys(rows, 55_000, 55_030)).toEqual(keys(100_000).slice(50_000, 50_030));
  });

  test('a row that went far away by its change takes nobody along', async () => {
    const { archive, rows } = await opened(keys(10_000));
    rows.setView(view(5000, 5030));
    await archive.answerAll();
    const rest = archive.list.filter((key) => key !== 'row-5000');
    archive.change([...rest, 'row-5000']);
    rows.acceptVersion(2);
    await archive.answerAll();
    expect(rows.getState().movedDown).toBe(-1);
    expect(rows.getState().rowAt(5000)?.key).toBe('row-5001');
  });

  test('an answer of another version than the rest is not mixed in', async () => {
    const { archive, rows } = await opened(keys(10_000));
    rows.setView(view(10, 40));
    archive.change(['new', ...archive.list]);
    rows.setView(view(50, 80));
    await archive.answerNext();
    expect(rows.getState().version).toBe(1);
    expect(rows.getState().rowAt(blockSize)).toBeUndefined();
    await archive.answerAll();
    expect(rows.getState()).toMatchObject({ version: 2, movedDown: 1 });
    expect(rows.getState().rowAt(51)?.key).toBe('row-50');
  });

  test('a list that has become shorter than the view ends where it ends', async () => {
    const { archive, rows } = await opened(keys(1000));
    rows.setView(view(970, 1000));
    await archive.answerAll();
    archive.change(keys(10));
    rows.acceptVersion(2);
    await archive.answerAll();
    expect(rows.getState().rowCount).toBe(10);
    expect(heldKeys(rows, 0, 10)).toEqual(keys(10));
  });

  test('an old version that is told late changes nothing', async () => {
    const { archive, rows } = await opened(keys(10));
    archive.change(keys(11));
    rows.acceptVersion(2);
    await archive.answerAll();
    rows.acceptVersion(1);
    rows.acceptVersion(2);
    expect(archive.requests).toEqual([]);
  });
});

describe('another list', () => {
  test('the one before stays until the other is there, and is said to be outdated', async () => {
    const { archive, rows } = await opened(keys(1000));
    rows.setView(view(500, 530));
    await archive.answerAll();
    const other = new FakeHistory(keys(5, 'other'));
    rows.show(other.read);
    expect(rows.getState()).toMatchObject({ rowCount: 1000, outdated: true, list: 1 });
    expect(heldKeys(rows, 500, 501)).toEqual(['row-500']);
    await other.answerAll();
    expect(rows.getState()).toMatchObject({ rowCount: 5, outdated: false, list: 2, movedDown: 0 });
  });

  test('a late answer to the one before changes nothing', async () => {
    const { archive, rows } = await opened(keys(1000));
    rows.setView(view(500, 530));
    const late = archive.takeRequests();
    const other = new FakeHistory(keys(5, 'other'));
    rows.show(other.read);
    await other.answerAll();
    for (const request of late) request.answer();
    await settle();
    expect(rows.getState()).toMatchObject({ rowCount: 5, list: 2 });
    expect(rows.getState().rowAt(500)).toBeUndefined();
  });

  test('rows of another request are not left on the screen when it fails', async () => {
    const { rows } = await opened(keys(1000));
    const other = new FakeHistory([]);
    rows.show(other.read);
    await other.answerNext(fail('internal', 'gone'));
    expect(rows.getState()).toMatchObject({ rowCount: 0, outdated: false, failure: { code: 'internal' } });
  });

  test('once stopped it asks for nothing, and begins anew when it is shown again', async () => {
    const { archive, rows } = await opened(keys(1000));
    rows.setView(view(500, 530));
    rows.stop();
    expect(archive.requests.every(({ signal }) => signal.aborted)).toBe(true);
    archive.takeRequests();
    rows.setView(view(800, 830));
    rows.acceptVersion(9);
    expect(archive.waiting).toEqual([]);
    rows.show(archive.read);
    await archive.answerAll();
    expect(rows.getState().rowCount).toBe(1000);
  });
});

describe('a range for copying', () => {
  test('rows that are not held are read', async () => {
    const { archive, rows } = await opened(keys(5000));
    const range = rows.readRange(100, 2500);
    await archive.answerAll();
    expect((await range)?.map((row) => row.key)).toEqual(keys(5000).slice(100, 2600));
  });

  test('it goes along with rows that move while it is read', async () => {
    const { archive, rows } = await opened(keys(5000));
    rows.setView(view(100, 130));
    const range = rows.readRange(100, 1500);
    await archive.answerNext();
    archive.change(['new', ...archive.list]);
    await archive.answerAll();
    expect((await range)?.map((row) => row.key)).toEqual(keys(5000).slice(100, 1600));
  });

  test('there is none of a list that is gone, or that cannot be read', async () => {
    const { archive, rows } = await opened(keys(5000));
    const failing = rows.readRange(100, 1500);
    await archive.answerNext(fail('internal', 'gone'));
    expect(await failing).toBeNull();
    const leaving = rows.readRange(100, 1500);
    rows.show(new FakeHistory([]).read);
    await archive.answerAll();
    expect(await leaving).toBeNull();
  });
});

test('a row that is held is found as it is now', async () => {
  const { rows } = await opened(keys(1000));
  expect(rows.find('row-7')).toBe(rows.getState().rowAt(7));
  expect(rows.find('row-900')).toBeUndefined();
});
