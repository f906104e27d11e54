// @ts-check
// Checks types, lint, format, layers, links of documents and unused code. Prints a line for each check, and the output of failed ones.
import { availableParallelism } from 'node:os';
import { capture, withTool } from './lib/run.mjs';

/** @typedef {{ name: string, run: () => Promise<{ code: number, output: string }> }} Step */

/** @type {Step[]} Longest first, so that the short steps fill the gaps. Each program of types has the globals of its environment. */
const steps = [
  types('tests and tools', '.'),
  { name: 'lint and format', run: () => withTool(capture, 'biome', ['check', '--error-on-warnings']) },
  { name: 'unused code', run: () => withTool(capture, 'knip', ['--no-progress']) },
  types('page', 'src/renderer'),
  types('hosts and services', 'src'),
  { name: 'layers', run: () => capture(process.execPath, ['scripts/check-layers.mjs']) },
  { name: 'browsers', run: () => capture(process.execPath, ['scripts/check-browsers.mjs']) },
  { name: 'links of documents', run: () => capture(process.execPath, ['scripts/check-links.mjs']) },
  types('contract', 'src/shared'),
];

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
