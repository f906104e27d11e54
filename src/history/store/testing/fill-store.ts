import { writeSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { HistoryStore } from '../history-store.ts';
import { notesOf } from './notes-of.ts';
import { scriptedPages } from './scripted-pages.ts';

/** A program that saves the scripted pages from `first` on, and prints a line after each, until it is killed. */
const [, , path = '', count = '', first = ''] = process.argv;
const pages = scriptedPages(Number(count)).slice(Number(first));
// A process that is killed would not save its compiled code, which shortens the next starts.
flushCompileCache();
writeSync(1, 'opening\n');
const { store, backupName } = HistoryStore.open({ path, notes: notesOf(path), now: Date.now });
if (backupName !== null) throw new Error(`quarantined: ${backupName}`);
for (const page of pages) {
  store.savePage(page);
  writeSync(1, 'saved\n');
}
process.stdin.resume();
