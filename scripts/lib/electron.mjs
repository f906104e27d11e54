// @ts-check
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Maximum time (ms) to wait for the download. Afterwards it continues while Orderglass opens in the browser. */
const patienceMs = 20_000;
/** Time (ms) to wait after a failed download before the next one. */
const pauseAfterFailureMs = 60 * 60 * 1000;

/**
 * Returns the path of the installed Electron's program, or `null` if it has not been downloaded.
 * @param {string} root
 * @returns {string | null}
 */
export function electronProgram(root) {
  const folder = path.join(root, 'node_modules/electron');
  try {
    const name = readFileSync(path.join(folder, 'path.txt'), 'utf8');
    const program = path.join(process.env.ELECTRON_OVERRIDE_DIST_PATH ?? path.join(folder, 'dist'), name);
    return existsSync(program) ? program : null;
  } catch {
    return null;
  }
}

/**
 * Downloads Electron's program with the installer of its package. npm does not run it: the package downloads on first
 * use.
 * @param {string} root
 * @param {{ installer?: string, patience?: number, now?: () => number, announce?: () => void }} [options]
 * `patience` in milliseconds; `announce` is called when it takes long enough to be noticed
 * @returns {Promise<'done' | 'failed' | 'under-way'>}
 */
export async function downloadElectron(root, options = {}) {
  const { now = Date.now, patience = patienceMs, announce = () => {} } = options;
  const installer = options.installer ?? path.join(root, 'node_modules/electron/install.js');
  const failure = path.join(root, 'node_modules/.cache/orderglass/electron-download-failed');
  if (now() - lastChange(failure) < pauseAfterFailureMs) return 'failed';

  const child = spawn(process.execPath, [installer], {
    cwd: root,
    stdio: 'ignore',
    env: { ...process.env, ELECTRON_GET_NO_PROGRESS: '1' },
  });
  const ended = new Promise((resolve) => {
    child.once('error', () => resolve('failed'));
    child.once('exit', (code) => resolve(code === 0 ? 'done' : 'failed'));
  });
  const announcement = setTimeout(announce, 1000);
  const outcome = await Promise.race([ended, after(patience)]);
  clearTimeout(announcement);

  if (outcome === 'under-way') {
    child.unref();
    process.once('exit', () => child.kill());
  } else if (outcome === 'failed') {
    mkdirSync(path.dirname(failure), { recursive: true });
    writeFileSync(failure, '');
  } else {
    rmSync(failure, { force: true });
  }
  return outcome;
}

/**
 * @param {number} milliseconds
 * @returns {Promise<'under-way'>}
 */
function after(milliseconds) {
  return new Promise((resolve) => {
    setTimeout(() => resolve('under-way'), milliseconds).unref();
  });
}

/** @param {string} file */
function lastChange(file) {
  try {
    return statSync(file).mtimeMs;
  } catch {
    return Number.NEGATIVE_INFINITY;
  }
}
