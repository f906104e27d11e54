// @ts-check
// Runs on Node 20 without installed packages.
import { accessSync, constants } from 'node:fs';
import path from 'node:path';

/** The headless shell comes first: the same engine without a browser's windows takes a sixth less processor time. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Install locations of Chrome outside the PATH. */
const usualPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/**
 * Returns the path of an installed Chromium, or `null`. `$CHROMIUM` overrides the search.
 * @param {NodeJS.ProcessEnv} environment
 * @param {(file: string) => boolean} [isProgram]
 * @returns {string | null}
 */
export function findChromium(environment, isProgram = isExecutable) {
  if (environment.CHROMIUM) return isProgram(environment.CHROMIUM) ? environment.CHROMIUM : null;
  const inPath = names.flatMap((name) => candidates(name, environment));
  return [...inPath, ...usualPlaces].find((file) => isProgram(file)) ?? null;
}

/**
 * @param {string} name
 * @param {NodeJS.ProcessEnv} environment
 * @returns {boolean}
 */
export function hasProgram(name, environment) {
  return candidates(name, environment).some(isExecutable);
}

/**
 * @param {string} name
 * @param {NodeJS.ProcessEnv} environment
 */
function candidates(name, { PATH = '' }) {
  const folders = PATH.split(path.delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => path.join(folder, name));
}

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
