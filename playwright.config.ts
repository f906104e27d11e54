import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { electronIsHere } from './e2e/hosts/electron.ts';
import type { HostName } from './e2e/hosts/host.ts';
import { engines } from './e2e/other-browsers/driver.ts';
import { keepCompiledCode } from './scripts/lib/keep-compiled-code.mjs';

// Workers and programs inherit it.
process.env.ORDERGLASS_CHECK_OUTPUTS = '1';
keepCompiledCode();

/**
 * The hosts of the specs. The double comes first: its longest spec would run alone at the end. Without Electron its specs are left out: to
 * skip each one takes seconds.
 */
const hosts: HostName[] = ['electron-double', 'browser', ...(electronIsHere() ? (['electron'] as const) : [])];
// Workers read this file, too.
if (process.env.TEST_WORKER_INDEX === undefined) {
  if (hosts.length < 3) process.stderr.write('Electron is not on this machine: its specs are left out.\n');
  for (const { name, missing } of engines) {
    const lack = missing();
    if (lack !== null) process.stderr.write(`The spec of ${name} is left out. Not on this machine: ${lack}.\n`);
  }
}

/**
 * The specs that a host does not run. Specs of the page alone would prove the same on the double, whose page is the same
 * file, and its own specs show the screens there. `npm test -- --every-spec` runs all of them there, too.
 */
const notFor: Record<HostName, string[]> = {
  browser: ['electron/**', 'electron-double/**'],
  electron: ['browser/**', 'electron-double/**'],
  'electron-double': ['browser/**', ...(process.env.ORDERGLASS_EVERY_SPEC ? [] : ['page/**', 'screens.spec.ts'])],
};

/** Specs of packages, which only run if the environment names an installed package. */
const ofPackages = [
  ...(process.env.ORDERGLASS_NPM_PROGRAM ? [] : ['npm/**']),
  ...(process.env.ORDERGLASS_RELEASED_PROGRAM ? [] : ['packaged/**']),
];

export default defineConfig<object, { host: HostName }>({
  testDir: './e2e',
  outputDir: './test-results',
  // Long enough for a busy machine: the limits are there to find hangs.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  // One more than processors, because specs wait for polls and retries. A worker needs about 1 GB: page, program and exchange.
  workers: Math.min(availableParallelism() + 1, 8),
  // CI machines may be busy. Playwright reports specs that pass only on retry as flaky.
  retries: process.env.CI ? 1 : 0,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  // A trace of every spec would cost a sixth of the time. By hand: --trace on
  use: { viewport: { width: 1440, height: 900 }, colorScheme: 'dark', trace: 'on-first-retry' },
  projects: hosts.map((host) => ({
    name: host,
    use: { host },
    testIgnore: [...notFor[host], ...ofPackages].map((folder) => `**/e2e/${folder}`),
  })),
});
