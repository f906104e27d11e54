import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { FolderContent } from './folder-content.ts';

/** What content.json says of a recorded folder. */
export interface Recording extends FolderContent {
  /** The program's commit. */
  readonly commit: string;
  /** Epoch milliseconds. */
  readonly recordedAt: number;
  /** ID of the account with the rows. */
  readonly account: string;
  /** Of the recording, in UTC. */
  readonly day: string;
}

const folders = path.join(import.meta.dirname, 'folders');

/** Names of the data folders that earlier programs have written: scripts/record-data-folder.ts. */
export const recordedFolders: readonly string[] = readdirSync(folders);

/** Writes the files of a recorded folder, `data` and `keychain.json`, into an empty folder, and returns what they contain. */
export function unpackRecordedFolder(name: string, target: string): Recording {
  const source = path.join(folders, name);
  for (const entry of readdirSync(source, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const copy = path.join(target, path.relative(source, file));
    mkdirSync(path.dirname(copy), { recursive: true });
    if (entry.name.endsWith('.br')) writeFileSync(copy.slice(0, -3), brotliDecompressSync(readFileSync(file)));
    else writeFileSync(copy, readFileSync(file));
  }
  return JSON.parse(readFileSync(path.join(source, 'content.json'), 'utf8')) as Recording;
}
