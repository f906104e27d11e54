// @ts-check
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { findChromium } from './find-chromium.mjs';
import { capture, withTool } from './run.mjs';
import { missingPackages, thisSystem } from './system-packages.mjs';

/**
 * Finds the Chromium that pages are opened in, Playwright's own where there is no other; gets that one where it may be got without
 * asking, and elsewhere says how. The packages of the system are provided before (`provideSystemPackages`).
 * @returns {Promise<boolean>} whether there is one
 */
export async function provideChromium() {
  const isThere = () => findChromium(process.env) !== null || existsSync(chromium.executablePath());
  if (isThere()) return true;
  const system = thisSystem();
  if (system.distribution === 'ubuntu' && system.isRoot) {
    console.log('Installing Chromium...');
    await withTool(capture, 'playwright', ['install', '--with-deps', 'chromium']);
  } else if (!(system.has('apt-get') && missingPackages(system).includes('chromium'))) {
    // Where apt-get has it, that command was printed before.
    console.log('Chromium is required. Install it with:\n  npx playwright install --with-deps chromium');
  }
  return isThere();
}
