// @ts-check
// Checks types, lint, format, layers, links of documents and unused code. Prints a line for each check, and the output of failed ones.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { capture, root, withTool } from './lib/run.mjs';

/** @typedef {{ name: string, run: () => Promise<{ code: number, output: string }> }} Step */

/** @type {Step[]} Longest first, so that the short steps fill the gaps. Each program of types has the globals of its environment. */
const steps = [
  types('tests and tools', '.'),
  { name: 'lint and format', run: lint },
  { name: 'unused code', run: () => withTool(capture, 'knip', ['--no-progress', '--cache']) },
  types('page', 'src/renderer'),
  types('hosts and services', 'src'),
  { name: 'layers', run: () => capture(process.execPath, ['scripts/check-layers.mjs']) },
  { name: 'browsers', run: () => capture(process.execPath, ['scripts/check-browsers.mjs']) },
  { name: 'links of documents', run: () => capture(process.execPath, ['scripts/check-links.mjs']) },
  types('contract', 'src/shared'),
];

/** Files that decide what the linter says of the others. */
const decidesLint = new Set(['biome.json', 'package-lock.json', '.gitignore']);

/** @type {string[]} */
const failed = [];
const waiting = [...steps];
const workers = Array.from({ length: Math.min(availableParallelism(), 4) }, async () => {
  for (let step = waiting.shift(); step; step = waiting.shift()) {
    if (!(await take(step))) failed.push(step.name);
  }
});
await Promise.all(workers);

if (failed.length > 0) {
  console.log(`Failed: ${failed.join(', ')}`);
  process.exitCode = 1;
}

/**
 * @param {Step} step
 * @returns {Promise<boolean>}
 */
async function take({ name, run }) {
  const start = performance.now();
  const { code, output } = await run();
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
  if (code !== 0) console.log(output.trimEnd());
  return code === 0;
}

/**
 * One checker, because each further one resolves the large types again: four took 2 to 3 times as long together. Files
 * that no change has reached since the last check are not checked again.
 * @param {string} program
 * @param {string} folder
 * @returns {Step}
 */
function types(program, folder) {
  const results = `node_modules/.cache/types/${program.replaceAll(' ', '-')}.tsbuildinfo`;
  const options = ['-p', folder, '--checkers', '1', '--incremental', '--tsBuildInfoFile', results];
  return { name: `types: ${program}`, run: () => withTool(capture, 'tsc', options) };
}

/**
 * Checks the files that have changed since the last check without a problem; all after a change of the linter or its rules. Only the rule of
 * import cycles reads several files, and a new cycle has a file that has changed.
 */
async function lint() {
  const results = path.join(root, 'node_modules/.cache/lint.json');
  const last = existsSync(results) ? JSON.parse(readFileSync(results, 'utf8')) : {};
  const list = await capture('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z']);
  const files = list.output.split('\0').filter((file) => file !== '' && existsSync(path.join(root, file)));
  const hashOf = (/** @type {string} */ file) =>
    createHash('sha256')
      .update(readFileSync(path.join(root, file)))
      .digest('base64');
  const current = Object.fromEntries(files.map((file) => [file, hashOf(file)]));
  const changed = files.filter((file) => current[file] !== last[file]);
  // Of more files the names could be longer than a command line.
  const isOfAll = list.code !== 0 || changed.length > 100 || changed.some((file) => decidesLint.has(file));
  if (!isOfAll && changed.length === 0) return list;
  const some = ['--files-ignore-unknown=true', '--no-errors-on-unmatched', ...changed];
  const result = await withTool(capture, 'biome', ['check', '--error-on-warnings', ...(isOfAll ? [] : some)]);
  if (result.code === 0) {
    mkdirSync(path.dirname(results), { recursive: true });
    writeFileSync(results, JSON.stringify(current));
  }
  return result;
}
