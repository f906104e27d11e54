import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { archiveFolder } from './testing/archive-folder.ts';
import { firstTime, orderEntry, orderPage, unreadableEntry } from './testing/entries.ts';

const { open } = archiveFolder();
const list = 'order-history';
const end = (name: 'newest' | 'oldest', id: string) => ({ list, marginMode: 'isolated', end: name, id }) as const;

/** 10 is the newest; one of them cannot be read. */
function tenRows() {
  const { file } = open();
  const entries = Array.from({ length: 10 }, (_, place) => {
    const id = String(10 - place);
    return id === '4'
      ? unreadableEntry(id, '{"order_id":"4"}')
      : orderEntry(id, { createdAt: firstTime - place * 1000 });
  });
  file.takePage(orderPage(null, entries.slice(0, 6)));
  file.takePage(orderPage('5', entries.slice(6)));
  file.takePage(orderPage('1', []));
  return file;
}
const isolated = (file: ReturnType<typeof tenRows>) =>
  file.coverage(list).find(({ marginMode }) => marginMode === 'isolated');

test('tells what is in the run that ends with a row', () => {
  const file = tenRows();
  expect(file.isWithinRun(end('oldest', '1'), ['x', '4'])).toBe(true);
  expect(file.isWithinRun(end('oldest', '1'), ['x', 'y'])).toBe(false);
  expect(file.isWithinRun(end('newest', '10'), ['1'])).toBe(true);
  expect(file.isWithinRun(end('oldest', '3'), ['4'])).toBe(false);
  expect(file.isWithinRun({ ...end('oldest', '1'), marginMode: 'cross' }, ['4'])).toBe(false);
});

test('what is given up at the old end is no longer known to be next to the rest, and can be read again', () => {
  const file = tenRows();
  expect(isolated(file)).toMatchObject({ complete: true });
  file.retreat(end('oldest', '1'), 4);
  expect(isolated(file)).toMatchObject({ complete: false, rows: 9 });
  expect(isolated(file)?.spans).toMatchObject([{ newestId: '10', oldestId: '5', oldEndReached: false }]);
  file.takePage(
    orderPage('5', [unreadableEntry('4', '{"order_id":"4"}'), orderEntry('3', { createdAt: firstTime - 7000 })]),
  );
  file.takePage(
    orderPage('3', [
      orderEntry('2', { createdAt: firstTime - 8000 }),
      orderEntry('1', { createdAt: firstTime - 9000 }),
    ]),
  );
  file.takePage(orderPage('1', []));
  expect(isolated(file)).toMatchObject({ complete: true, rows: 9, gaps: [] });
  expect(isolated(file)?.spans).toMatchObject([{ newestId: '10', oldestId: '1' }]);
});

test('at the new end it is the same', () => {
  const file = tenRows();
  file.retreat(end('newest', '10'), 3);
  expect(isolated(file)?.spans).toMatchObject([{ newestId: '7', oldestId: '1', newestCheckedAt: null }]);
  expect(isolated(file)).toMatchObject({ complete: false, rows: 9 });
  const newer = ['8', '9', '10'].map((id) => orderEntry(id, { createdAt: firstTime - (10 - Number(id)) * 1000 }));
  file.takePage(orderPage('7', newer, { direct: 'next' }));
  expect(isolated(file)?.spans).toMatchObject([{ newestId: '10', oldestId: '1' }]);
});

test('a run that is no longer than that is given up as a whole, also on the disk', () => {
  const file = tenRows();
  file.retreat(end('oldest', '1'), 100);
  expect(isolated(file)).toMatchObject({ complete: false, rows: 9, spans: [] });
  file.close();
  const again = open().file;
  expect(isolated(again)).toMatchObject({ rows: 9, spans: [] });
  again.takePage(
    orderPage(null, [orderEntry('10', { createdAt: firstTime }), orderEntry('9', { createdAt: firstTime - 1000 })]),
  );
  expect(isolated(again)?.spans).toMatchObject([{ newestId: '10', oldestId: '9' }]);
  expect(again.count(list)).toBe(9);
});

test('an end that is none changes nothing', () => {
  const file = tenRows();
  const before = file.coverage(list);
  file.retreat(end('oldest', '3'), 2);
  expect(file.coverage(list)).toEqual(before);
});

const row = (number: number) => orderEntry(String(number), { createdAt: firstTime + number * 1000 });
const entriesFrom = (newest: number, oldest: number) =>
  Array.from({ length: newest - oldest + 1 }, (_, place) => row(newest - place));

test('a run in which many rows came late below the newest, the oldest of them first, can be given up and read again', () => {
  const { file } = open();
  file.takePage(orderPage(null, [row(100), row(1)]));
  for (let late = 2; late <= 60; late++) file.takePage(orderPage(null, [row(100), ...entriesFrom(late, 1)]));
  expect(file.isWithinRun(end('newest', '100'), ['30'])).toBe(true);
  file.retreat(end('newest', '100'), 20);
  expect(isolated(file)?.spans).toMatchObject([{ newestId: '41', oldestId: '1' }]);
  file.retreat(end('newest', '41'), 200);
  expect(isolated(file)).toMatchObject({ spans: [], rows: 61 });
  file.takePage(orderPage(null, [row(100), ...entriesFrom(60, 1)]));
  expect(isolated(file)?.spans).toMatchObject([{ newestId: '100', oldestId: '1' }]);
  expect(file.newest(list, 100, 0).map(({ id }) => Number(id))).toEqual([
    100,
    ...Array.from({ length: 60 }, (_, n) => 60 - n),
  ]);
});

test('rows that share a position, as they could in a file of before, leave no trace of a run that is given up', () => {
  const { file, path } = shared();
  file.retreat(end('newest', '10'), 3);
  const [{ newestId = '', oldestId = '' } = {}] = isolated(file)?.spans ?? [];
  expect(oldestId).toBe('1');
  expect(file.isWithinRun(end('oldest', '1'), [newestId])).toBe(true);
  file.retreat(end('newest', newestId), 200);
  expect(isolated(file)).toMatchObject({ spans: [], rows: 9 });
  file.takePage(orderPage(null, [orderEntry('10', { createdAt: firstTime })]));
  file.close();
  const database = new DatabaseSync(path);
  expect(database.prepare('SELECT count(*) AS placed FROM orders WHERE span IS NOT NULL').get()).toEqual({ placed: 1 });
  database.close();
});

/** Ten rows of which the newest five have the place of the newest. */
function shared() {
  const file = tenRows();
  const { path } = file;
  file.close();
  const database = new DatabaseSync(path);
  database.exec(
    "UPDATE orders SET position = (SELECT position FROM orders WHERE id = '10') WHERE id IN ('9', '8', '7', '6')",
  );
  database.close();
  return { file: open().file, path };
}
