// @ts-check
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/**
 * A failure within this time (ms) means that Electron did not start, because of a missing library or a forbidden
 * sandbox.
 */
const startMs = 10_000;

/**
 * Runs the program in Electron until it ends. Resolves with its exit code, or `null` if it did not start. Shows the
 * output of the start only if the start succeeds.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ cwd: string, startTime?: number }} options `startTime` in milliseconds
 * @returns {Promise<number | null>}
 */
export function runElectron(program, args, { cwd, startTime = startMs }) {
  // Editors based on Electron set this variable, which turns Electron into plain Node.
  const { ELECTRON_RUN_AS_NODE: _, ...environment } = process.env;
  const child = spawn(program, args, { cwd, env: environment, stdio: ['ignore', 'inherit', 'pipe'] });

  /** @type {Buffer[] | null} */
  let held = [];
  let hasBeenStopped = false;
  const release = () => {
    for (const chunk of held ?? []) process.stderr.write(chunk);
    held = null;
  };
  const started = setTimeout(release, startTime);
  child.stderr.on('data', (/** @type {Buffer} */ chunk) => {
    if (held) held.push(chunk);
    else process.stderr.write(chunk);
  });
  const stop = (/** @type {NodeJS.Signals} */ signal) => {
    hasBeenStopped = true;
    child.kill(signal);
  };
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, stop);

  return new Promise((resolve) => {
    const finish = (/** @type {number | null} */ code) => {
      clearTimeout(started);
      for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.off(signal, stop);
      resolve(code);
    };
    child.once('error', () => finish(null));
    child.once('close', (code, signal) => {
      const exitCode = code ?? 128 + (signal ? constants.signals[signal] : 1);
      const didNotStart = exitCode !== 0 && held !== null && !hasBeenStopped;
      if (!didNotStart) release();
      if (hasBeenStopped) finish(0);
      else finish(didNotStart ? null : exitCode);
    });
  });
}
