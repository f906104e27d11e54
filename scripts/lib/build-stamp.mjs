// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Everything that a build is made of. */
const inputs = [
  'electron.vite.config.ts',
  'package-lock.json',
  'package.json',
  'resources',
  'src',
  'tsconfig.base.json',
];
/** What a whole build has, whatever else it has. */
const outputs = ['main/index.js', 'preload/index.cjs', 'renderer/index.html'];

/**
 * A hash over the content of everything that a build is made of. Content, not times: a checkout that changes nothing
 * makes nothing stale.
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
 * Relative to the root, with "/" between the parts, in an order that is the same everywhere. Tests are not built.
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
