import { beforeEach, expect, test } from 'vitest';
import { announced, offerUndo, rememberUndo, undoable, undoLatest } from './undo.ts';

let undone: string[];
const undo = (name: string) => () => void undone.push(name);

beforeEach(() => {
  undone = [];
  while (undoLatest() !== null);
  undone = [];
});

test('changes are taken back in reverse, each once', () => {
  offerUndo('First', undo('first'));
  rememberUndo('Second', undo('second'));
  expect(undoLatest()?.done).toBe('Second');
  expect(undoLatest()?.done).toBe('First');
  expect(undoLatest()).toBeNull();
  expect(undone).toEqual(['second', 'first']);
});

test('the latest change is announced until it is taken back or another follows', () => {
  offerUndo('First', undo('first'));
  expect(announced.get()?.done).toBe('First');
  rememberUndo('Quiet', undo('quiet'));
  expect(announced.get()).toBeNull();
  offerUndo('Third', undo('third'));
  undoLatest();
  expect(announced.get()).toBeNull();
});

test('a withdrawn offer is neither announced nor taken back', () => {
  offerUndo('First', undo('first'));
  const withdraw = offerUndo('Second', undo('second'));
  withdraw();
  expect(announced.get()).toBeNull();
  undoLatest();
  expect(undone).toEqual(['first']);
});

test('the oldest changes are forgotten', () => {
  for (let step = 1; step <= 25; step++) rememberUndo(`Step ${step}`, undo(String(step)));
  expect(undoable.get().map(({ done }) => done)).toEqual(Array.from({ length: 20 }, (_, index) => `Step ${index + 6}`));
});
