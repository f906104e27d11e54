import { lstat, readdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { CredentialStore } from '../credentials/credential-store.ts';
import { createKeychain } from '../credentials/keychain.ts';
import { ownFiles, removalMarkName, removeOwnFiles } from './data-files.ts';
import { lockDataFolder, lockFileName } from './data-folder.ts';

/** Data that Orderglass has stored on this computer. */
export interface StoredData {
  readonly folder: string;
  /** Paths of Orderglass' files, relative to the folder. */
  readonly files: readonly string[];
  /** Names of the entries in the keychain that these files mention. */
  readonly keychainEntries: readonly string[];
}

export interface RemovedData {
  /** Names in the folder that are not Orderglass', and so were left. */
  readonly left: readonly string[];
  /** Entries that the keychain did not show: it may still contain them. */
  readonly notShown: readonly string[];
}

/** Returns the files as a list for the question before the removal: those of a subfolder by their number. */
export function fileList(files: readonly string[]): string {
  const numbers = new Map<string, number>();
  for (const file of files) {
    const [name = ''] = file.split(path.sep);
    numbers.set(name, (numbers.get(name) ?? 0) + (name === file ? 0 : 1));
  }
  return [...numbers].map(([name, number]) => (number === 0 ? name : `${name} (${number})`)).join(', ');
}

/** Resolves with `null` if the folder does not exist or is not a data folder. */
export async function findStoredData(folder: string): Promise<StoredData | null> {
  const files = await ownFiles(folder);
  if (!files.includes(lockFileName)) return null;
  const accounts = files.filter((file) => file.startsWith('accounts.')).map((file) => path.join(folder, file));
  const texts = await Promise.all(accounts.map((file) => readFile(file, 'utf8').catch(() => '')));
  // Searched as text, because a damaged file may be no JSON, and its entries must go, too.
  const entries = texts.flatMap((text) =>
    [...text.matchAll(/"entry":\s*"([^"\\]{1,100})"/g)].map(([, entry = '']) => entry),
  );
  return { folder, files, keychainEntries: [...new Set(entries)] };
}

/**
 * Call before the files are removed, because only they know the entries. Resolves with the entries that the keychain did not show. Rejects
 * with `KeychainError`.
 */
export async function removeKeychainEntries(
  { keychainEntries }: StoredData,
  keychain: Pick<CredentialStore, 'remove'>,
): Promise<string[]> {
  const notShown: string[] = [];
  for (const entry of keychainEntries) if (!(await keychain.remove(entry))) notShown.push(entry);
  return notShown;
}

/** Marks a folder whose entries in the keychain are removed, and whose files are removed next. Never rejects. */
export async function markRemoval(folder: string): Promise<void> {
  // Without the mark, only an interrupted removal is not reported.
  await writeFile(path.join(folder, removalMarkName), '', { mode: 0o600 }).catch(() => {});
}

/** Resolves with true once after a removal that did not remove the files. Never rejects. */
export async function takeRemovalMark(folder: string): Promise<boolean> {
  return rm(path.join(folder, removalMarkName)).then(
    () => true,
    () => false,
  );
}

/** Returns data whose entries `removeKeychainEntries` has already removed. */
export function withoutKeychainEntries(data: StoredData): StoredData {
  return { ...data, keychainEntries: [] };
}

/**
 * Removes the entries in the keychain, then the files. Removes no file if the keychain fails, because only the files know the entries.
 * A folder that is empty then is removed, or the link to it. Rejects with `DataFolderError` if a program uses the folder, and with
 * `KeychainError`.
 */
export async function removeStoredData(data: StoredData, { keychain = createKeychain() } = {}): Promise<RemovedData> {
  const { folder } = data;
  const unlock = lockDataFolder(folder);
  let notShown: string[];
  try {
    notShown = await removeKeychainEntries(data, keychain);
  } finally {
    // Windows cannot remove a file that is open.
    unlock();
  }
  // The lock comes last: without it, the folder would not be found again after an interrupted removal.
  const last = [removalMarkName, lockFileName];
  const files = (await ownFiles(folder)).filter((file) => !last.includes(file));
  await removeOwnFiles(folder, files);
  await removeOwnFiles(folder, last);
  const left = await readdir(folder);
  if (left.length === 0) await ((await lstat(folder)).isSymbolicLink() ? rm(folder) : rmdir(folder));
  return { left: left.sort(), notShown };
}
