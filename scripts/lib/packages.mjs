// @ts-check
// Runs on Node 20 without installed packages.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** @typedef {{ version?: string, integrity?: string, optional?: boolean, peer?: boolean }} LockedPackage */

/**
 * Returns the path of the pinned Node, which runs the scripts.
 * @param {string} root
 * @returns {string}
 */
export function pinnedNode(root) {
  return path.join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');
}

/**
 * True if node_modules matches the lock file. Checks a stamp first. Without a stamp, for example after `npm ci` by
 * hand, compares npm's list of installed packages with the lock file and writes the stamp.
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
 * True if a list of installed packages matches a lock file: every package in its version, and none missing except
 * packages for other systems.
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
