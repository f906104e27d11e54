#!/usr/bin/env node
// @ts-check
// Runs on Node 20 without installed packages. Installs the packages of the lock file, then runs the real script on the
// Node that the lock file pins.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { firstLines, withoutAddresses } from './lib/output.mjs';
import { isInstalled, pinnedNode, stampInstalled } from './lib/packages.mjs';
import { provideSystemPackages } from './lib/system-packages.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** @type {Record<string, string>} */
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
};

/** Commands that open a browser or need the keychain's module. */
const needSystemPackages = ['test', 'bench', 'screenshots', 'package', 'package:check'];

const [command = '', ...args] = process.argv.slice(2);
const script = Object.hasOwn(scripts, command) ? scripts[command] : undefined;

if (!script) {
  console.error(`Usage: node scripts/bootstrap.mjs ${Object.keys(scripts).join('|')} [arguments]`);
  process.exitCode = 2;
} else if (await prepare()) {
  await run(path.join(root, script), args);
} else {
  process.exitCode = 1;
}

/** @returns {Promise<boolean>} */
async function prepare() {
  // Before the packages, because packages that are built from source need these libraries.
  const hasNewLibraries = needSystemPackages.includes(command) && provideSystemPackages();
  const lacksKeychain = hasNewLibraries && !existsSync(path.join(root, 'node_modules/keytar'));
  return (isInstalled(root) && !lacksKeychain) || install();
}

/** @returns {Promise<boolean>} */
async function install() {
  if (process.platform === 'win32' && process.execPath.startsWith(path.join(root, 'node_modules'))) {
    // Windows cannot replace a running program, and this Node is in the folder that npm replaces.
    console.error('The installed packages do not match package-lock.json. Run "npm ci", then try again.');
    return false;
  }
  console.log('Installing dependencies...');
  const { code, output } = await npm(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']);
  if (code !== 0) {
    console.error(withoutAddresses(firstLines(output, 25)));
    console.error('npm ci failed: the dependencies could not be installed.');
    return false;
  }
  stampInstalled(root);
  if (isInstalled(root)) return true;
  console.error(`npm did not install Node (${pinnedNode(root)}). Make sure that npm does not ignore install scripts.`);
  return false;
}

/**
 * @param {string[]} npmArguments
 * @returns {Promise<{ code: number, output: string }>}
 */
function npm(npmArguments) {
  const npmScript = process.env.npm_execpath;
  const isScript = npmScript?.endsWith('js') ?? false;
  const child =
    npmScript && isScript
      ? spawn(process.execPath, [npmScript, ...npmArguments], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
      : // On Windows npm is a batch file, which only a shell starts. The arguments are ours and need no quotes.
        spawn('npm', npmArguments, {
          cwd: root,
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
  const node = pinnedNode(root);
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
    await import(pathToFileURL(file).href);
    return;
  }
  // A signal must not open the debugger of a program that holds keys.
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

/** Ends this process with npm. npm starts it through a shell, and signals to npm end only that shell. */
function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const shell = process.ppid;
  setInterval(() => {
    if (process.ppid !== shell) process.kill(process.pid, 'SIGTERM');
  }, 250).unref();
}
