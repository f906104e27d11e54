// @ts-check
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { findChromium } from './find-chromium.mjs';
import { capture, withTool } from './run.mjs';
import { missingPackages, thisSystem } from './system-packages.mjs';

/**
 * Provides a Chromium for tests: an installed one or Playwright's own. Installs Playwright's own if that needs no
 * question, and otherwise prints the command. Call `provideSystemPackages` first.
 * @returns {Promise<boolean>} whether there is one
 */
export async function provideChromium() {
  const isThere = () => findChromium(process.env) !== null || existsSync(chromium.executablePath());
  if (isThere()) return true;
  const system = thisSystem();
  if (system.distribution === 'ubuntu' && system.isRoot) {
    console.log('Installing Chromium...');
    await withTool(capture, 'playwright', ['install', '--with-deps', 'chromium']);
  } else if (!(system.has('apt-get') && missingPackages(system).includes('chromium-headless-shell'))) {
    // With apt-get, `provideSystemPackages` has printed the command.
    console.log('Chromium is required. Install it with:\n  npx playwright install --with-deps chromium');
  }
  return isThere();
}
