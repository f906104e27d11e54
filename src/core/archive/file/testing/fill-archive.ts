import { writeSync } from 'node:fs';
import { ArchiveFile } from '../archive-file.ts';
import { scriptedPages } from './scripted-pages.ts';

/** A program that takes the scripted pages from one on, and says so of each when it has it, until it is killed. */
const [, , path = '', count = '', first = ''] = process.argv;
const pages = scriptedPages(Number(count)).slice(Number(first));
writeSync(1, 'opening\n');
const { file, setAside } = ArchiveFile.open({ path, now: Date.now });
if (setAside !== null) throw new Error(`set aside: ${setAside}`);
for (const page of pages) {
  file.takePage(page);
  writeSync(1, 'taken\n');
}
process.stdin.resume();
