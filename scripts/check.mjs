// @ts-check
// Checks types, lint, format, layers and unused code. Prints a line for each check, and the output of failed ones.
import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { capture, root, withTool } from './lib/run.mjs';

/** @typedef {{ name: string, run: () => Promise<{ code: number, output: string }> }} Step */

const layers = readdirSync(path.join(root, 'src')).filter((layer) =>
  existsSync(path.join(root, 'src', layer, 'tsconfig.json')),
);

/** @type {Step[]} Longest first, so that the short steps fill the gaps. */
const steps = [
  { name: 'unused code', run: () => withTool(capture, 'knip', ['--no-progress']) },
  { name: 'types: tests and tools', run: () => withTool(capture, 'tsc', ['-p', '.']) },
  { name: 'lint and format', run: () => withTool(capture, 'biome', ['check', '--error-on-warnings']) },
  ...layers.map((layer) => ({
    name: `types: ${layer}`,
    run: () => withTool(capture, 'tsc', ['-p', `src/${layer}`]),
  })),
  { name: 'layers', run: () => capture(process.execPath, ['scripts/check-layers.mjs']) },
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
