import { describe, expect, test } from 'vitest';
import type { RowIndex } from './column.ts';
import { activeCell, type Cursor, type CursorEvent, reduceCursor, startCursor } from './cursor.ts';

const target = (row: number, key: string | null, column = 2) => ({ row, column, key, movedDown: 0 });
const cursorAfter = (...events: CursorEvent[]): Cursor => events.reduce(reduceCursor, startCursor('a', 0));
const to5: CursorEvent = { type: 'moved', to: target(5, null), from: 4, isOpen: true };

describe('the details', () => {
  test('await a row that is not loaded only while they are open', () => {
    expect(cursorAfter(to5).isAwaited).toBe(true);
    expect(cursorAfter({ ...to5, isOpen: false }).isAwaited).toBe(false);
    expect(cursorAfter({ ...to5, to: target(5, 'f') }).isAwaited).toBe(false);
    expect(cursorAfter({ ...to5, to: target(-1, null) }).isAwaited).toBe(false);
  });

  test('go on waiting while another column of the row becomes active', () => {
    expect(cursorAfter(to5, { type: 'moved', to: target(5, null, 3), from: 5, isOpen: true })).toMatchObject({
      column: 3,
      isAwaited: true,
    });
  });

  test.each<[string, CursorEvent]>([
    ['show the row', { type: 'followed' }],
    ['of another row were opened', { type: 'opened', to: target(9, 'j') }],
    ['are left for a cell that the user points at', { type: 'pointed', to: target(7, 'h') }],
    ['are left for a column that the user moves', { type: 'shifted', to: target(-1, null) }],
    ['are those of another list', { type: 'listed', listKey: 'b' }],
  ])('await nothing when they %s', (_what, event) => {
    expect(cursorAfter(to5, event).isAwaited).toBe(false);
  });

  test('of the same list go on waiting', () => {
    const waiting = cursorAfter(to5);
    expect(reduceCursor(waiting, { type: 'listed', listKey: 'a' })).toBe(waiting);
  });
});

describe('the table', () => {
  test('scrolls to each cell that a key reaches, also a second time to the same one', () => {
    const first = cursorAfter(to5);
    expect(first.revealed).toEqual({ row: 5, column: 2 });
    expect(reduceCursor(first, { ...to5, from: 5 }).revealed).not.toBe(first.revealed);
  });

  test('scrolls to an opened row and to a moved column', () => {
    expect(cursorAfter({ type: 'opened', to: target(900, 'x') }).revealed).toEqual({ row: 900, column: 2 });
    expect(cursorAfter({ type: 'shifted', to: target(-1, null, 7) }).revealed).toEqual({ row: -1, column: 7 });
  });

  test('does not scroll to a cell that the user points at', () => {
    expect(cursorAfter(to5, { type: 'pointed', to: target(7, 'h') })).toMatchObject({
      row: 7,
      key: 'h',
      revealed: null,
    });
  });

  test('scrolls no further when the row arrives or another list is shown', () => {
    const moved = cursorAfter(to5);
    const later = [{ type: 'followed' } as const, { type: 'listed', listKey: 'b' } as const].reduce(
      reduceCursor,
      moved,
    );
    expect(later.revealed).toBe(moved.revealed);
  });
});

describe('the active cell', () => {
  const indexOf = (keys: readonly (string | undefined)[], movedDown = 0): RowIndex<string> => ({
    rowCount: keys.length,
    movedDown,
    rowAt: (position) => keys[position],
  });
  const own = (key: string): string => key;
  const on = (key: string | null, row = 1): Cursor => cursorAfter({ type: 'pointed', to: target(row, key) });

  test('stays with its row when rows come in above it or the order changes', () => {
    expect(activeCell(on('b'), indexOf(['x', 'a', 'b'], 1), own)).toEqual({ row: 2, column: 2 });
    expect(activeCell(on('b'), indexOf(['c', 'a', 'd', 'b']), own)).toEqual({ row: 3, column: 2 });
  });

  test('keeps its place if its row is gone, or if the row at the place is not loaded', () => {
    expect(activeCell(on('b'), indexOf(['a', 'c', 'd']), own)).toEqual({ row: 1, column: 2 });
    expect(activeCell(on('b'), indexOf(['b', undefined, 'd']), own)).toEqual({ row: 1, column: 2 });
    expect(activeCell(on(null), indexOf(['x', 'a', 'b'], 1), own)).toEqual({ row: 2, column: 2 });
  });

  test('is in the list, or in the header of an empty one', () => {
    expect(activeCell(on('b', 8), indexOf(['a', 'c']), own)).toEqual({ row: 1, column: 2 });
    expect(activeCell(on('b'), indexOf([]), own)).toEqual({ row: -1, column: 2 });
    expect(activeCell(startCursor('a', 0), indexOf(['a'], 5), own)).toEqual({ row: -1, column: 0 });
  });
});
