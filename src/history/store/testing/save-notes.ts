import { writeSync } from 'node:fs';
import { HistoryStore } from '../history-store.ts';

/** A program that saves notes with the numbers from `first` on, and prints a line after each, until it is killed. */
const [, , path = '', first = ''] = process.argv;
const { store } = HistoryStore.open({ path, now: Date.now });
for (let number = Number(first); ; number++) {
  store.notes.set([{ kind: 'order', id: String(number), text: `note ${number} #kept` }]);
  writeSync(1, 'saved\n');
}
