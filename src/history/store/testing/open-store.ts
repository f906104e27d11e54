import { writeSync } from 'node:fs';
import { HistoryStore } from '../history-store.ts';

/** A program that prints a line, and then opens an archive with its notes. */
const [, , path = '', notes = ''] = process.argv;
writeSync(1, 'opening\n');
HistoryStore.open({ path, notes, now: Date.now }).store.close();
