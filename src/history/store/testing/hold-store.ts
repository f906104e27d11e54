import { writeSync } from 'node:fs';
import { HistoryStore } from '../history-store.ts';
import { notesOf } from './notes-of.ts';

/** A program that keeps a store open until it is killed. */
const [, , path = ''] = process.argv;
HistoryStore.open({ path, notes: notesOf(path), now: Date.now });
writeSync(1, 'open\n');
process.stdin.resume();
