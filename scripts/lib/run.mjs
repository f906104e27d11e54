// @ts-check
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import path from 'node:path';

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();
const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

export const root = path.resolve(import.meta.dirname, '../..');

/**
 * Runs a program and returns its output. Never rejects.
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
 * Runs a program that writes to the terminal. Never rejects.
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
 * Runs the command-line script of an installed package with this Node.
 * @template Result
 * @param {(program: string, args: string[]) => Result} run
 * @param {keyof typeof tools} tool
 * @param {readonly string[]} args
 */
export function withTool(run, tool, args) {
  return run(process.execPath, [path.join(root, 'node_modules', tools[tool]), ...args]);
}

/** Scripts instead of node_modules/.bin, which contains batch files on Windows. */
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
  if (running.size === 0) for (const signal of signals) process.on(signal, endAll);
  running.add(child);
  return new Promise((resolve) => {
    const end = (/** @type {number} */ code, message = '') => {
      running.delete(child);
      if (running.size === 0) for (const signal of signals) process.off(signal, endAll);
      resolve({ code, output: `${output()}${message}` });
    };
    child.once('error', (error) => end(1, `${error.message}\n`));
    child.once('close', (code) => end(code ?? 1));
  });
}

/**
 * Ends all running programs with this process.
 * @param {NodeJS.Signals} signal
 */
function endAll(signal) {
  for (const child of running) child.kill(signal);
  process.exit(128 + constants.signals[signal]);
}
