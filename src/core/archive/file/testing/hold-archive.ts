import { writeSync } from 'node:fs';
import { ArchiveFile } from '../archive-file.ts';

/** A program that has an archive open until it is killed. */
const [, , path = ''] = process.argv;
ArchiveFile.open({ path, now: Date.now });
writeSync(1, 'open\n');
process.stdin.resume();
