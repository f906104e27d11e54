// @ts-check
// Runs on Node 20 without installed packages.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** @typedef {{ version?: string, integrity?: string, optional?: boolean, peer?: boolean }} LockedPackage */

/** Oldest Node that runs the scripts. */
const required = 24;

/** Folder with the Node that runs the scripts if the installed one is too old. It has a lock file of its own. */
export const nodeFolder = 'scripts/node';

/**
 * Returns the path of the Node that runs the scripts: this one if it is new enough, otherwise the one in `nodeFolder`. A Node among the
 * project's packages, which earlier versions installed, does not count: installing the packages removes it.
 * @param {string} root
 * @param {string} [version] of this Node
 * @returns {string}
 */
export function nodeForScripts(root, version = process.versions.node) {
  const isOwnPackage = process.execPath.startsWith(path.join(root, 'node_modules', path.sep));
  if (Number.parseInt(version, 10) >= required && !isOwnPackage) return process.execPath;
  const isWindows = process.platform === 'win32';
  const name = `node-${isWindows ? 'win' : process.platform}-${process.arch}`;
  return path.join(root, nodeFolder, 'node_modules', name, 'bin', isWindows ? 'node.exe' : 'node');
}

/**
 * True if the node_modules of a folder matches its lock file. Checks a stamp first. Without a stamp, for example after `npm ci` by
 * hand, compares npm's list of installed packages with the lock file and writes the stamp.
 * @param {string} root
 * @returns {boolean}
 */
export function isInstalled(root) {
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
