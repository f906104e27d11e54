import { readFileSync } from 'node:fs';
import path from 'node:path';
import { lastLines, withoutAddresses } from '../scripts/lib/output.mjs';
import { fitsLock } from '../scripts/lib/packages.mjs';
import { capture } from '../scripts/lib/run.mjs';

/**
 * Installs the packages of packaging/package-lock.json, if they are not installed. They are apart from the repository's own because
 * they would add 96 MB and 273 packages to `npm start`, and some need a newer Node than the 20 that it promises.
 * @returns false if they cannot be installed, after a message.
 */
export async function installPackagingTools(): Promise<boolean> {
  const folder = import.meta.dirname;
  const lock = textOf(path.join(folder, 'package-lock.json'));
  if (fitsLock(lock, textOf(path.join(folder, 'node_modules/.package-lock.json')))) return true;
  console.log('Installing the tools for packages...');
  // None of them needs an install script for Orderglass' packages.
  const args = ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { code, output } = await capture('npm', args, { cwd: folder, shell: process.platform === 'win32' });
  if (code === 0) return true;
  console.error(withoutAddresses(lastLines(output, 25)));
  console.error('npm ci failed: the tools for packages could not be installed.');
  return false;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
