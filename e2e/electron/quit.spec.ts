import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { fillNewAccount, openAccounts } from '../accounts-dialog.ts';
import { launchOnElectron } from '../hosts/launch.ts';
import { expect } from '../test.ts';
import { test as base } from './electron-test.ts';

/**
 * A keychain whose calls never end. Like keytar's they hold a native thread, here by opening a pipe that nobody writes to. Each call
 * leaves a file behind.
 */
const stuckKeychain = (pipe: string): string => `
const { open, writeFileSync } = require('node:fs');
const wait = () => new Promise((resolve) => {
  writeFileSync(${JSON.stringify(`${pipe}-called`)}, '');
  open(${JSON.stringify(pipe)}, resolve);
});
module.exports = { getPassword: wait, setPassword: wait, deletePassword: wait };`;

/** Replaces keytar in a program that imports this module first. */
const replaceKeytar = (url: string): string => `
import { registerHooks } from 'node:module';
const replacement = { url: ${JSON.stringify(url)}, format: 'commonjs', shortCircuit: true };
registerHooks({
  resolve: (specifier, context, next) => (specifier === 'keytar' ? replacement : next(specifier, context)),
});`;

const test = base.extend<{ pipe: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
  pipe: async ({}, use, testInfo) => {
    const pipe = testInfo.outputPath('pipe');
    execFileSync('mkfifo', [pipe]);
    await use(pipe);
  },
  environment: async ({ environment, pipe }, use, testInfo) => {
    const keychain = testInfo.outputPath('keychain.cjs');
    const replacing = testInfo.outputPath('replace-keytar.mjs');
    writeFileSync(keychain, stuckKeychain(pipe));
    writeFileSync(replacing, replaceKeytar(pathToFileURL(keychain).href));
    await use({ ...environment, NODE_OPTIONS: `--import=${pathToFileURL(replacing).href}` });
  },
});

test('the program ends within seconds while the keychain does not respond', async ({
  host,
  chromium,
  exchange,
  dataDirectory,
  environment,
  viewport,
  pipe,
}) => {
  test.skip(process.platform === 'win32' || host === 'electron', 'the keychain can be replaced in Node only');
  const options = { dataDirectory, exchange: exchange.baseUrl, environment };
  const program = await launchOnElectron(host, chromium, options, viewport);
  const dialog = await openAccounts(program.page);
  await fillNewAccount(dialog, { ...exchange, name: 'Mine' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => existsSync(`${pipe}-called`)).toBe(true);
  const ended = once(program.process, 'exit').then(() => 'ended');
  program.process.kill('SIGTERM');
  const hanging = new Promise((resolve) => setTimeout(resolve, 6000, 'hanging'));
  const outcome = await Promise.race([ended, hanging]);
  program.process.kill('SIGKILL');
  expect(outcome).toBe('ended');
  const log = await readFile(path.join(dataDirectory, 'logs/orderglass.log'), 'utf8');
  expect(log).toContain('"event":"stopped"');
});
