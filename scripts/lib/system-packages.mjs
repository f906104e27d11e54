// @ts-check
// Runs on Node 20 without installed packages.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { findChromium, hasProgram } from './find-chromium.mjs';
import { lastLines, withoutAddresses } from './output.mjs';

/**
 * @typedef {object} System
 * @property {NodeJS.Platform} platform
 * @property {boolean} isRoot
 * @property {NodeJS.ProcessEnv} environment
 * @property {string} distribution as in os-release's ID
 * @property {(program: string) => boolean} has
 * @property {(library: string) => boolean} hasLibrary
 * @property {boolean} hasChromium
 */

/** Programs that build and check packages for Linux, with their packages on Debian and Ubuntu. */
export const packagingTools = /** @type {const} */ ({
  mksquashfs: 'squashfs-tools',
  'dpkg-deb': 'dpkg',
  appstreamcli: 'appstream',
  'desktop-file-validate': 'desktop-file-utils',
});

/**
 * Returns the packages of Debian and Ubuntu that tests and benchmarks need and this machine lacks. Empty on macOS and
 * Windows, which have a keychain.
 * @param {System} system
 * @param {{ forPackages?: boolean }} [options] `forPackages`: also those of `packagingTools`
 * @returns {string[]}
 */
export function missingPackages({ platform, has, hasLibrary, hasChromium, distribution }, { forPackages } = {}) {
  if (platform !== 'linux') return [];
  /** @type {string[]} */
  const missing = [];
  for (const [program, name] of Object.entries(packagingTools)) if (forPackages && !has(program)) missing.push(name);
  // Ubuntu's package is a snap, which does not run everywhere. Playwright's own Chromium replaces it.
  if (!hasChromium && distribution !== 'ubuntu') missing.push('chromium-headless-shell');
  if (!hasLibrary('libsecret-1.so.0')) missing.push('libsecret-1-0');
  if (!has('gnome-keyring-daemon')) missing.push('gnome-keyring');
  if (!has('dbus-run-session')) missing.push('dbus');
  if (!has('gdbus')) missing.push('libglib2.0-bin');
  return missing;
}

/**
 * Installs the missing packages if that needs no question. Otherwise prints the command.
 * @param {{ forPackages?: boolean }} [options] as of `missingPackages`
 */
export function provideSystemPackages(options) {
  const system = thisSystem();
  const missing = missingPackages(system, options);
  if (missing.length === 0) return;
  if (!system.has('apt-get')) {
    console.log(`Tests and benchmarks need packages that are not installed (Debian names: ${missing.join(', ')}).`);
    return;
  }
  if (!system.isRoot) {
    console.log(
      `Tests and benchmarks need system packages that are not installed. Install them with:\n  ${commandFor(missing)}`,
    );
    return;
  }
  console.log(`Installing system packages for tests and benchmarks: ${missing.join(', ')}...`);
  const first = run('apt-get', 'install', '-y', '--no-install-recommends', ...missing);
  // The machine may have no list of packages yet, or an old one.
  const outcome =
    first.code === 0 || run('apt-get', 'update').code !== 0
      ? first
      : run('apt-get', 'install', '-y', '--no-install-recommends', ...missing);
  if (outcome.code !== 0) {
    console.error(withoutAddresses(lastLines(outcome.output, 10)));
    console.error(`The system packages could not be installed. Try it yourself with:\n  ${commandFor(missing)}`);
  }
}

/** @returns {System} */
export function thisSystem() {
  const environment = process.env;
  const has = (/** @type {string} */ program) => hasProgram(program, environment);
  return {
    platform: process.platform,
    isRoot: process.getuid?.() === 0,
    environment,
    distribution: distributionOf(readRelease()),
    has,
    // Users other than root may lack its folder in their PATH.
    hasLibrary: (library) => run('/sbin/ldconfig', '-p').output.includes(`${library} `),
    hasChromium: findChromium(environment) !== null,
  };
}

/**
 * @param {string} release the text of os-release
 * @returns {string}
 */
export function distributionOf(release) {
  return /^ID="?([^"\n]*)"?$/m.exec(release)?.[1] ?? '';
}

function readRelease() {
  try {
    return readFileSync('/etc/os-release', 'utf8');
  } catch {
    return '';
  }
}

/** @param {readonly string[]} packages */
function commandFor(packages) {
  return `sudo apt-get update && sudo apt-get install -y ${packages.join(' ')}`;
}

/**
 * @param {string} program
 * @param {string[]} args
 */
function run(program, ...args) {
  const { status, stdout, stderr } = spawnSync(program, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return { code: status ?? 1, output: `${stdout}${stderr}` };
}
