import { lstat, readdir, rm, rmdir, unlink } from 'node:fs/promises';
import path from 'node:path';
import { chromiumFolderName, hasChromiumFolder } from './data-folder.ts';

/** Exists from the removal of the entries in the keychain to that of the files. */
export const removalMarkName = 'removal.mark';

/** The time in the name of a file that was kept, and the number of another one of that time. */
const kept = String.raw`(\.(damaged|backup)-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z(-\d+)?)?`;
const hash = '[0-9a-f]{32}';
const uuid = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const account = `(demo|${uuid}|${hash})`;
const archive = `(demo-)?${hash}(-\\d+)?`;

/** Forms of the names of all files that Orderglass writes into the data folder, by its subfolders. */
const ownNames: Readonly<Record<string, readonly string[]>> = {
  '': [
    `(accounts|settings)${kept}\\.json`,
    '(watch-)?window\\.json',
    'request-times\\.bin',
    'data-folder\\.lock(-journal)?',
    'removal\\.mark',
  ],
  alerts: [`${account}${kept}\\.json`],
  // Earlier versions had a second copy of notes beside an archive.
  archives: [
    `${archive}${kept}\\.(sqlite|notes)(\\.new)?(-wal|-shm|-journal)?`,
    `${archive}\\.(columns|trades)(\\.new|-state)?`,
  ],
  notes: [`(${account}|${archive}\\.left)${kept}\\.sqlite(\\.new)?(-wal|-shm|-journal)?`],
  exports: [`${uuid}\\.(csv|xlsx|parquet|jsonl|zip)`, '\\.orderglass-export-[0-9a-f]{12}-\\d+-\\d*-[0-9a-f]{24}\\.tmp'],
  backups: [
    'orderglass-backup-\\d{4}-\\d\\d-\\d\\d\\.zip',
    '\\.orderglass-export-[0-9a-f]{12}-\\d+-\\d*-[0-9a-f]{24}\\.tmp',
  ],
  logs: ['orderglass\\.log(\\.\\d+)?'],
};
/** The same for files that `writeFileAtomically` has not finished. */
const temporaryNames: Readonly<Record<string, readonly string[]>> = {
  '': ['\\.(accounts|settings)\\.json\\.\\d+\\.tmp'],
  alerts: [`\\.${account}\\.json\\.\\d+\\.tmp`],
};

/**
 * Resolves with the paths, relative to the data folder, of all files in it that Orderglass has written, and of the folder of Chromium's
 * files. A file of another name is the user's, and so is everything behind a link to a folder.
 */
export async function ownFiles(folder: string): Promise<string[]> {
  const files = [...(await filesOf(folder, ownNames)), ...(await filesOf(folder, temporaryNames))].sort();
  return hasChromiumFolder(folder) ? [...files, chromiumFolderName] : files;
}

/** True if a file in a subfolder, '' for the data folder itself, has a name that Orderglass gives. */
export function isOwnName(subfolder: string, name: string): boolean {
  return new RegExp(`^(?:${ownNames[subfolder]?.join('|')})$`).test(name);
}

/** Removes what writes of killed programs have left. Call only while no other program can write there. Never rejects. */
export async function removeTemporaryFiles(folder: string): Promise<void> {
  for (const file of await filesOf(folder, temporaryNames)) await rm(path.join(folder, file)).catch(() => {});
}

/** Removes the files, and the subfolders that are empty then. Rejects with the first failure, once every file has been tried. */
export async function removeOwnFiles(folder: string, files: readonly string[]): Promise<void> {
  const failures: unknown[] = [];
  for (const file of files) await removeFile(folder, file).catch((error: unknown) => failures.push(error));
  for (const subfolder of Object.keys(ownNames)) {
    // One with other files, or a link to one, stays.
    if (subfolder !== '') await rmdir(path.join(folder, subfolder)).catch(() => {});
  }
  if (failures.length > 0) throw failures[0];
}

async function removeFile(folder: string, file: string): Promise<void> {
  const place = path.join(folder, file);
  if (file === chromiumFolderName) return rm(place, { recursive: true, force: true });
  // If the system refuses, the error of `rm` names another system call than this one.
  await unlink(place).catch((error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? null : Promise.reject(error)));
}

async function filesOf(folder: string, names: Readonly<Record<string, readonly string[]>>): Promise<string[]> {
  const files: string[] = [];
  for (const [subfolder, forms] of Object.entries(names)) {
    const isOwn = new RegExp(`^(?:${forms.join('|')})$`);
    const directory = path.join(folder, subfolder);
    if (subfolder !== '' && !(await isFolder(directory))) continue;
    for (const entry of await readdir(directory, { withFileTypes: true }).catch(() => [])) {
      if (!entry.isDirectory() && isOwn.test(entry.name)) files.push(path.join(subfolder, entry.name));
    }
  }
  return files;
}

/** False for a link. */
async function isFolder(file: string): Promise<boolean> {
  return (await lstat(file).catch(() => null))?.isDirectory() ?? false;
}
