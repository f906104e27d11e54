import { expect, test } from 'vitest';
import { NoteColumn } from './note-column.ts';

test('words and tags are those of the current notes after many changes', () => {
  const notes = new NoteColumn();
  for (let change = 0; change < 5000; change++) notes.set('id', (change % 3) + 1, `Note ${change} #tag${change % 7}`);
  expect(notes.rowsWithWord('NOTE')).toHaveLength(3);
  expect(notes.rowsWithWord('4999')).toEqual([2]);
  expect(notes.rowsWithWord('4996')).toEqual([]);
  // 4997, 4998 and 4999 are the last changes.
  expect([...notes.tags.keys()].sort()).toEqual(['tag0', 'tag1', 'tag6']);
  expect(notes.rowsWith(['tag1'])).toEqual([2]);
  for (const row of [1, 2, 3]) notes.set('id', row, '');
  expect([...notes.rows]).toEqual([]);
  expect(notes.rowsWithWord('NOTE')).toEqual([]);
  expect(notes.tags.size).toBe(0);
});

test('a note of a row that is not in the list waits for the row, and the last one counts', () => {
  const notes = new NoteColumn();
  notes.set('a', null, '#first');
  notes.set('a', null, '#second');
  notes.set('b', null, '#gone');
  notes.set('b', null, '');
  expect([...notes.rows]).toEqual([]);
  notes.place('b', 1);
  notes.place('a', 2);
  expect([...notes.rows]).toEqual([2]);
  expect([...notes.tags.keys()]).toEqual(['second']);
});
