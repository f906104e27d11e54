import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import type { HostName } from './e2e/hosts/host.ts';

/** The hosts of the specs. The specs of a host that this machine lacks are skipped. */
const hosts: HostName[] = ['browser', 'electron-double', 'electron'];

/** What only one of the hosts does. */
const notFor: Record<HostName, string[]> = {
  browser: ['electron-*.spec.ts', 'electron-double/**'],
  electron: ['browser-*.spec.ts', 'electron-double/**'],
  'electron-double': ['browser-*.spec.ts'],
};

/**
 * Specs of what the page alone does, which the browser host has shown once it is the double's turn: a page is the same file on each.
 * `npm test -- --every-spec` runs them on the double too; real Electron always does.
 */
const ofThePage = [
  'accessibility',
  'alert-kinds',
  'alerts',
  'all-accounts',
  'empty',
  'failure',
  'filters',
  'history',
  'history-changes',
  'language',
  'palette',
  'plans',
  'results',
  'settings',
  'table',
  'tickers',
  'zoom',
].map((name) => `${name}.spec.ts`);
if (!process.env.ORDERGLASS_EVERY_SPEC) notFor['electron-double'].push(...ofThePage);

export default defineConfig<object, { host: HostName }>({
  testDir: './e2e',
  outputDir: './test-results',
  timeout: 30_000,
  expect: { timeout: 7_000 },
  // Playwright's default leaves half of the processors idle. A worker needs about 1 GB: page, program and exchange.
  workers: Math.min(availableParallelism(), 8),
  // A machine of CI may be busy with other things; what passes only then is named as flaky.
  retries: process.env.CI ? 1 : 0,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  // A trace of every spec, to have those of the few that fail, costs a sixth of the time. By hand: --trace on
  use: { viewport: { width: 1440, height: 900 }, trace: 'on-first-retry' },
  projects: hosts.map((host) => ({ name: host, use: { host }, testIgnore: notFor[host] })),
});
