import { writeSync } from 'node:fs';
import { HistoryStore } from '../history-store.ts';
import { scriptedPages } from './scripted-pages.ts';

/** A program that saves the scripted pages from `first` on, and prints a line after each, until it is killed. */
const [, , path = '', count = '', first = ''] = process.argv;
const pages = scriptedPages(Number(count)).slice(Number(first));
writeSync(1, 'opening\n');
const { store, backupName } = HistoryStore.open({ path, now: Date.now });
if (backupName !== null) throw new Error(`quarantined: ${backupName}`);
for (const page of pages) {
  store.savePage(page);
  writeSync(1, 'saved\n');
}
process.stdin.resume();
