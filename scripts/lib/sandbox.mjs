// @ts-check
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** Settings of the Linux kernel that forbid Electron's sandbox, with the value that forbids it. */
const obstacles = /** @type {const} */ ([
  { file: 'kernel/apparmor_restrict_unprivileged_userns', forbids: '1', cause: 'apparmor' },
  { file: 'kernel/unprivileged_userns_clone', forbids: '0', cause: 'user-namespaces' },
  { file: 'user/max_user_namespaces', forbids: '0', cause: 'user-namespaces' },
]);

/**
 * Returns why Electron's sandbox cannot start on this machine; `null` if no cause is known. The sandbox needs user
 * namespaces, or a helper that belongs to root and has the set-user-ID bit.
 * @param {string} program path of Electron's program
 * @param {string} [settings] folder of the kernel's settings
 * @returns {'apparmor' | 'user-namespaces' | null}
 */
export function sandboxObstacle(program, settings = '/proc/sys') {
  if (hasHelper(path.join(path.dirname(program), 'chrome-sandbox'))) return null;
  const found = obstacles.find(({ file, forbids }) => read(path.join(settings, file)) === forbids);
  return found?.cause ?? null;
}

/** @param {string} helper */
function hasHelper(helper) {
  try {
    const { uid, mode } = statSync(helper);
    return uid === 0 && (mode & 0o4000) !== 0;
  } catch {
    return false;
  }
}

/** @param {string} file */
function read(file) {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return null;
  }
}
