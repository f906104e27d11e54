// @ts-check
// Runs on Node 20 and with nothing installed.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** @typedef {{ version?: string, integrity?: string, optional?: boolean, peer?: boolean }} LockedPackage */

/**
 * The Node that the lock file pins; the scripts run on it, whatever Node started them.
 * @param {string} root
 * @returns {string}
 */
export function pinnedNode(root) {
  return path.join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');
}

/**
 * Whether node_modules holds what the lock file names. A stamp answers at once; without one (somebody ran npm by hand)
 * npm's own list of what it installed is compared with the lock file, and stamped if it fits.
 * @param {string} root
 * @returns {boolean}
 */
export function isInstalled(root) {
  if (!existsSync(pinnedNode(root))) return false;
  const lock = readText(path.join(root, 'package-lock.json'));
  if (readText(stampFile(root)) === stampOf(lock)) return true;
  const installed = readText(path.join(root, 'node_modules/.package-lock.json'));
  if (installed === '' || !fitsLock(lock, installed)) return false;
  stampInstalled(root);
  return true;
}

/** @param {string} root */
export function stampInstalled(root) {
  writeFileSync(stampFile(root), stampOf(readText(path.join(root, 'package-lock.json'))));
}

/**
 * Whether a list of installed packages is what a lock file names: every package in the same version, and nothing
 * missing but what npm may leave out (packages of other systems).
 * @param {string} lock
 * @param {string} installed
 * @returns {boolean}
 */
export function fitsLock(lock, installed) {
  const wanted = packagesOf(lock);
  const present = packagesOf(installed);
  if (!wanted || !present) return false;
  for (const [folder, { version, integrity }] of present) {
    const locked = wanted.get(folder);
    if (!locked || locked.version !== version || locked.integrity !== integrity) return false;
  }
  for (const [folder, { optional }] of wanted) {
    if (folder !== '' && !present.has(folder) && !optional) return false;
  }
  return true;
}

/**
 * @param {string} lock
 * @returns {Map<string, LockedPackage> | null}
 */
function packagesOf(lock) {
  try {
    return new Map(Object.entries(JSON.parse(lock).packages ?? {}));
  } catch {
    return null;
  }
}

/** @param {string} root */
function stampFile(root) {
  return path.join(root, 'node_modules/.orderglass-lock');
}

/** @param {string} lock */
function stampOf(lock) {
  return createHash('sha256').update(lock).update(`${process.platform}-${process.arch}`).digest('hex');
}

/** @param {string} file */
function readText(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
