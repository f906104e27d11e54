#!/usr/bin/env node
// @ts-check
// Runs on Node 20 without installed packages. Installs the packages of the lock file, then runs the real script on this
// Node or, if it is too old, on one that it installs.
import { spawn } from 'node:child_process';
import { existsSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { close as closeDebugger } from 'node:inspector';
import { constants } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { firstLines, withoutAddresses } from './lib/output.mjs';
import { isInstalled, nodeFolder, nodeForScripts, stampInstalled } from './lib/packages.mjs';
import { provideSystemPackages } from './lib/system-packages.mjs';

// A signal must not open the debugger of a program that holds keys.
process.on('SIGUSR1', () => {});

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** @type {Record<string, string>} Scripts, with the arguments that come first. */
const scripts = {
  start: 'scripts/start.mjs',
  test: 'scripts/test.mjs',
  check: 'scripts/check.mjs',
  dev: 'scripts/dev.mjs',
  bench: 'bench/run.ts',
  'demo-exchange': 'src/demo-exchange/cli.ts',
  screenshots: 'scripts/screenshots.ts',
  package: 'packaging/package.ts',
  'package:check': 'packaging/check.ts',
  'prove-claims': 'scripts/prove-claims.ts',
  build: 'node_modules/electron-vite/bin/electron-vite.js build',
  'test:unit': 'node_modules/vitest/vitest.mjs run',
  'test:e2e': 'node_modules/@playwright/test/cli.js test',
};

/** Commands that open a browser or use a keychain. */
const needSystemPackages = ['test', 'bench', 'screenshots', 'package:check'];

const [command = '', ...args] = process.argv.slice(2);
const script = Object.hasOwn(scripts, command) ? scripts[command] : undefined;

if (!script) {
  console.error(`Usage: node scripts/bootstrap.mjs ${Object.keys(scripts).join('|')} [arguments]`);
  process.exitCode = 2;
} else if (await prepare()) {
  const [file = '', ...first] = script.split(' ');
  await run(path.join(root, file), [...first, ...args]);
} else {
  process.exitCode = 1;
}

/** @returns {Promise<boolean>} */
async function prepare() {
  if (needSystemPackages.includes(command)) provideSystemPackages({ forPackages: command === 'package:check' });
  return (await provideNode()) && (isInstalled(root) || install(root, 'dependencies'));
}

/**
 * Installs a Node if this one is too old.
 * @returns {Promise<boolean>}
 */
async function provideNode() {
  const node = nodeForScripts(root);
  if (node === process.execPath) return true;
  const folder = path.join(root, nodeFolder);
  if (!isInstalled(folder) && !(await install(folder, 'Node'))) return false;
  if (existsSync(node)) return true;
  console.error(
    `Orderglass needs Node 24 or newer. This is Node ${process.versions.node}. Get a newer one from nodejs.org.`,
  );
  return false;
}

/**
 * @param {string} folder
 * @param {string} what
 * @returns {Promise<boolean>}
 */
async function install(folder, what) {
  console.log(`Installing ${what}...`);
  const { code, output } = await npm(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], folder);
  if (code !== 0) {
    console.error(withoutAddresses(firstLines(output, 25)));
    console.error(`npm ci failed: ${what} could not be installed.`);
    return false;
  }
  stampInstalled(folder);
  return true;
}

/**
 * @param {string[]} npmArguments
 * @param {string} folder
 * @returns {Promise<{ code: number, output: string }>}
 */
function npm(npmArguments, folder) {
  const npmScript = process.env.npm_execpath;
  const isScript = npmScript?.endsWith('js') ?? false;
  const child =
    npmScript && isScript
      ? spawn(process.execPath, [npmScript, ...npmArguments], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
      : // On Windows npm is a batch file, which only a shell starts. The arguments are ours and need no quotes.
        spawn('npm', npmArguments, {
          cwd: folder,
          shell: process.platform === 'win32',
          stdio: ['ignore', 'pipe', 'pipe'],
        });
  let output = '';
  const collect = (/** @type {Buffer} */ chunk) => {
    output += chunk.toString();
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 1, output: error.message }));
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/**
 * @param {string} file
 * @param {string[]} scriptArguments
 */
async function run(file, scriptArguments) {
  const node = nodeForScripts(root);
  if (node !== process.execPath) linkNode(node);
  const folders = [path.dirname(node), path.join(root, 'node_modules/.bin'), process.env.PATH ?? ''];
  process.env.PATH = folders.join(path.delimiter);
  // The scripts run in the project's folder. Paths of the user are relative to the user's folder.
  process.env.INIT_CWD ??= process.cwd();
  // Node otherwise compiles the same files at each start, which is two fifths of a start.
  process.env.NODE_COMPILE_CACHE ??= path.join(root, 'node_modules/.cache/orderglass/compiled');
  process.chdir(root);
  endWithNpm();

  if (process.execPath === node) {
    process.argv = [node, file, ...scriptArguments];
    // A signal before the first line may have opened it.
    if (command === 'start') closeDebugger();
    await import(pathToFileURL(file).href);
    return;
  }
  // As above, from the first moment.
  const nodeOptions = command === 'start' ? ['--disable-sigusr1'] : [];
  const child = spawn(node, [...nodeOptions, file, ...scriptArguments], { stdio: 'inherit' });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => child.kill(signal));
  }
  child.once('error', (error) => {
    console.error(error.message);
    process.exit(1);
  });
  child.once('exit', (code, signal) => process.exit(code ?? 128 + (signal ? constants.signals[signal] : 1)));
}

/**
 * Lets npx and npm scripts find the newer Node, too, on systems with links.
 * @param {string} node
 */
function linkNode(node) {
  const link = path.join(root, 'node_modules/.bin/node');
  if (process.platform === 'win32' || (existsSync(link) && readlinkSync(link) === node)) return;
  rmSync(link, { force: true });
  symlinkSync(node, link);
}

/** Ends this process with npm. npm starts it through a shell, and signals to npm end only that shell. */
function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const shell = process.ppid;
  setInterval(() => {
    if (process.ppid !== shell) process.kill(process.pid, 'SIGTERM');
  }, 250).unref();
}
