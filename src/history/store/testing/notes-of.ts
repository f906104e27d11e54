import path from 'node:path';

/** Path of the notes of an archive in tests. */
export function notesOf(archive: string): string {
  return path.join(path.dirname(archive), '../notes', path.basename(archive));
}
