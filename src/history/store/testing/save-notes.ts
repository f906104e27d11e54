import { writeSync } from 'node:fs';
import { NoteTable } from '../note-table.ts';

/** A program that saves notes with the numbers from `first` on, and prints a line after each, until it is killed. */
const [, , path = '', first = ''] = process.argv;
const { notes } = NoteTable.open({ path, now: Date.now, archives: [] });
for (let number = Number(first); ; number++) {
  notes.set([{ kind: 'order', id: String(number), text: `note ${number} #kept` }]);
  writeSync(1, 'saved\n');
}
