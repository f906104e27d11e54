// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Files and folders that a build depends on. */
const inputs = [
  'electron.vite.config.ts',
  'package-lock.json',
  'package.json',
  'packaging/browser-host-plugin.ts',
  'packaging/browser-host.vite.config.ts',
  'packaging/history-worker-plugin.ts',
  'resources',
  'src',
  'tsconfig.base.json',
];
/** Files that every complete build contains. */
const outputs = ['browser-host/cli.js', 'main/index.cjs', 'preload/index.cjs', 'renderer/index.html'];

/**
 * Returns a hash of the content of all inputs. Uses content instead of times, so that a checkout without changes needs
 * no build.
 * @param {string} root
 * @returns {string}
 */
export function hashInputs(root) {
  const hash = createHash('sha256');
  for (const file of inputs.flatMap((input) => filesOf(root, input))) {
    const content = readFileSync(path.join(root, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/**
 * @param {string} root
 * @param {string} hash
 * @returns {boolean}
 */
export function isBuilt(root, hash) {
  if (!outputs.every((output) => existsSync(path.join(root, 'out', output)))) return false;
  try {
    return readFileSync(stampFile(root), 'utf8') === hash;
  } catch {
    return false;
  }
}

/**
 * @param {string} root
 * @param {string} hash
 */
export function stampBuild(root, hash) {
  writeFileSync(stampFile(root), hash);
}

/** @param {string} root */
function stampFile(root) {
  return path.join(root, 'out/.built-from');
}

/**
 * Returns the files of an input without tests, relative to the root with "/", in the same order on every system.
 * @param {string} root
 * @param {string} input
 * @returns {string[]}
 */
function filesOf(root, input) {
  const full = path.join(root, input);
  if (!existsSync(full)) return [];
  if (path.extname(input) !== '') return [input];
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .sort();
}
