// @ts-check

/** What the user reads when Electron was not asked to be left out, and is. */
export const reasons = {
  root: 'Electron does not run as root with its sandbox, so Orderglass opens in your browser.',
  'no-display': 'There is no display for a window here, so Orderglass opens in your browser.',
  'download-failed': "Electron's program could not be downloaded, so Orderglass opens in your browser.",
  'download-under-way': "Electron's program is still being downloaded, so Orderglass opens in your browser this time.",
  'did-not-start': 'Electron could not start on this machine, so Orderglass opens in your browser.',
};

/**
 * @typedef {object} Machine
 * @property {boolean} isRoot
 * @property {NodeJS.Platform} platform
 * @property {NodeJS.ProcessEnv} environment
 * @property {() => string | null} electronProgram
 * @property {() => Promise<'done' | 'failed' | 'under-way'>} downloadElectron
 */

/**
 * Electron where the machine has all that it needs; otherwise the browser, and why. Downloads only when all else is
 * there.
 * @param {boolean} wantsBrowser
 * @param {Machine} machine
 * @returns {Promise<{ host: 'electron', program: string } | { host: 'browser', reason: keyof typeof reasons | null }>}
 */
export async function chooseHost(wantsBrowser, machine) {
  if (wantsBrowser) return { host: 'browser', reason: null };
  if (machine.isRoot) return { host: 'browser', reason: 'root' };
  if (!hasDisplay(machine)) return { host: 'browser', reason: 'no-display' };

  const present = machine.electronProgram();
  if (present) return { host: 'electron', program: present };
  const outcome = await machine.downloadElectron();
  const downloaded = outcome === 'done' ? machine.electronProgram() : null;
  if (downloaded) return { host: 'electron', program: downloaded };
  return { host: 'browser', reason: outcome === 'under-way' ? 'download-under-way' : 'download-failed' };
}

/** @param {Machine} machine */
function hasDisplay({ platform, environment }) {
  if (platform === 'darwin' || platform === 'win32') return true;
  return Boolean(environment.DISPLAY || environment.WAYLAND_DISPLAY);
}
