// @ts-check

/** Messages for a start in the browser that the user did not request. */
export const reasons = {
  root: 'Electron cannot use its sandbox as root. Opening Orderglass in your browser instead.',
  'no-display': 'No display found. Opening Orderglass in your browser instead.',
  'download-failed': 'Electron could not be downloaded. Opening Orderglass in your browser instead.',
  'download-under-way': 'Electron is still downloading. Opening Orderglass in your browser this time.',
  'did-not-start': 'Electron could not start on this machine. Opening Orderglass in your browser instead.',
  apparmor: `Electron could not start: AppArmor (Ubuntu 23.10 and later) does not allow its sandbox to use user namespaces.
For the window, install Orderglass's .deb package, which brings an AppArmor profile, or give Electron its sandbox helper:
  sudo chown root:root node_modules/electron/dist/chrome-sandbox && sudo chmod 4755 node_modules/electron/dist/chrome-sandbox
Opening Orderglass in your browser instead.`,
  'user-namespaces': `Electron could not start: this system does not allow user namespaces, which its sandbox needs.
For the window, give Electron its sandbox helper:
  sudo chown root:root node_modules/electron/dist/chrome-sandbox && sudo chmod 4755 node_modules/electron/dist/chrome-sandbox
Opening Orderglass in your browser instead.`,
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
 * Chooses Electron if the machine has everything it needs, otherwise the browser with the reason. Downloads Electron
 * only if nothing else is missing.
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
