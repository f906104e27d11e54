// @ts-check
import { spawn } from 'node:child_process';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../..');

/**
 * Runs a program to its end and keeps what it prints. Never rejects.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptionsWithoutStdio} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function capture(program, args, options = {}) {
  const child = spawn(program, args, { cwd: root, ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const collect = (/** @type {Buffer} */ chunk) => {
    output += chunk.toString();
  };
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  return ended(child, () => output);
}

/**
 * Runs a program to its end; it prints to the terminal itself. Never rejects.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [environment]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function show(program, args, environment = process.env) {
  return ended(
    spawn(program, args, { cwd: root, env: environment, stdio: ['ignore', 'inherit', 'inherit'] }),
    () => '',
  );
}

/**
 * Runs the command-line script of an installed package on this Node.
 * @template Result
 * @param {(program: string, args: string[]) => Result} run
 * @param {keyof typeof tools} tool
 * @param {readonly string[]} args
 */
export function withTool(run, tool, args) {
  return run(process.execPath, [path.join(root, 'node_modules', tools[tool]), ...args]);
}

/** Started as scripts and not through node_modules/.bin, which holds batch files on Windows. */
const tools = {
  biome: '@biomejs/biome/bin/biome',
  'electron-vite': 'electron-vite/bin/electron-vite.js',
  knip: 'knip/bin/knip.js',
  playwright: '@playwright/test/cli.js',
  tsc: 'typescript/bin/tsc',
  vitest: 'vitest/vitest.mjs',
};

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {() => string} output
 * @returns {Promise<{ code: number, output: string }>}
 */
function ended(child, output) {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 1, output: `${output()}${error.message}\n` }));
    child.once('close', (code) => resolve({ code: code ?? 1, output: output() }));
  });
}
