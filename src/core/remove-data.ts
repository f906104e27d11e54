import { readdir, readFile, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { removeTemporaryFiles } from './atomic-file.ts';
import { createKeychain } from './credentials/keychain.ts';
import { defaultDataFolder, lockDataFolder, lockFileName } from './data-folder.ts';

/** Files and folders that Orderglass writes, and those of Chromium in Electron. A damaged file is kept under a longer name. */
const ownNames: readonly RegExp[] = [
  /^(accounts|settings)(\.damaged-.*)?\.json$/,
  /^(alerts|archives|logs|exports)$/,
  /^(watch-)?window\.json$/,
  /^request-times\.bin$/,
  /^data-folder\.lock(-journal)?$/,
  /^(blob_storage|Cache|Code Cache|Crashpad|Dictionaries|GPUCache|Dawn\w+Cache|Gr\w+Cache|IndexedDB|Local Storage|Network)$/,
  /^(Service Worker|Session Storage|Shared Dictionary|SharedStorage.*|VideoDecodeStats|WebStorage|databases|DIPS.*)$/,
  /^(Cookies.*|Local State|Network Persistent State|Preferences|Quota.*|TransportSecurity|Trust Tokens.*)$/,
  /^(Singleton(Cookie|Lock|Socket)|lockfile)$/,
];

/** Data that Orderglass has stored on this computer. */
export interface StoredData {
  readonly folder: string;
  /** Names of the entries in the keychain that the files of the folder mention. */
  readonly keychainEntries: readonly string[];
}

export interface RemovedData {
  /** Names of files in the folder that are not Orderglass', and so were left. */
  readonly left: readonly string[];
}

/** Resolves with `null` if the folder does not exist or is not a data folder. */
export async function findStoredData(folder: string): Promise<StoredData | null> {
  const names: string[] = await readdir(folder).catch(() => []);
  if (!names.includes(lockFileName)) return null;
  const files = names.filter((name) => /^accounts.*\.json$/.test(name)).map((name) => path.join(folder, name));
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '')));
  // Searched as text, because a damaged file may be no JSON, and its entries must go, too.
  const entries = texts.flatMap((text) =>
    [...text.matchAll(/"entry":\s*"([^"\\]{1,100})"/g)].map(([, entry = '']) => entry),
  );
  return { folder, keychainEntries: [...new Set(entries)] };
}

/**
 * Removes the entries in the keychain, then the files. Removes no file if the keychain fails, because only the files know the entries.
 * Rejects with `DataFolderError` if a program uses the folder, and with `KeychainError`.
 */
export async function removeStoredData(
  { folder, keychainEntries }: StoredData,
  { keychain = createKeychain(), defaultFolder = defaultDataFolder() } = {},
): Promise<RemovedData> {
  const unlock = lockDataFolder(folder);
  try {
    for (const entry of keychainEntries) await keychain.remove(entry);
    await removeTemporaryFiles(folder);
  } catch (error) {
    unlock();
    throw error;
  }
  // Windows cannot remove a file that is open.
  unlock();
  // A folder that the user has chosen may hold other files. The default one is Orderglass' own.
  const isOwnFolder = path.resolve(folder) === path.resolve(defaultFolder);
  for (const name of await readdir(folder)) {
    if (isOwnFolder || isOwn(name)) await rm(path.join(folder, name), { recursive: true, force: true });
  }
  const left = await readdir(folder);
  if (left.length === 0) await rmdir(folder);
  return { left };
}

function isOwn(name: string): boolean {
  return ownNames.some((pattern) => pattern.test(name));
}
