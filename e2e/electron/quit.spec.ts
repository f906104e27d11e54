import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type {} from '../../src/renderer/platform/bridge.ts';
import type { ElectronHost } from '../hosts/host.ts';
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

/** Blocks the thread of the history once the file `${pipe}-block` exists. */
const stuckWorker = (pipe: string): string => `
import { existsSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
const file = ${JSON.stringify(pipe)};
const blockIfWanted = () => {
  if (!existsSync(file + '-block')) return;
  writeFileSync(file + '-called', '');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
};
if (!isMainThread) setInterval(blockIfWanted, 10).unref();`;

interface Fixtures {
  /** A pipe that nobody writes to. The faults leave files with longer names beside it. */
  pipe: string;
}

const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
  pipe: async ({}, use, testInfo) => {
    const pipe = testInfo.outputPath('pipe');
    execFileSync('mkfifo', [pipe]);
    await use(pipe);
  },
  environment: async ({ environment, pipe }, use, testInfo) => {
    const keychain = testInfo.outputPath('keychain.cjs');
    const faults = testInfo.outputPath('faults.mjs');
    writeFileSync(keychain, stuckKeychain(pipe));
    writeFileSync(faults, `${replaceKeytar(pathToFileURL(keychain).href)}\n${stuckWorker(pipe)}`);
    await use({ ...environment, NODE_OPTIONS: `--import=${pathToFileURL(faults).href}` });
  },
  program: async ({ host, chromium, exchange, dataDirectory, environment, viewport }, use) => {
    const options = { dataDirectory, exchange: exchange.baseUrl, environment };
    const program = await launchOnElectron(host, chromium, options, viewport);
    await use(program);
    program.process.kill('SIGKILL');
  },
});

test.beforeEach(({ host }) => {
  test.skip(process.platform === 'win32' || host === 'electron', 'the faults need Node');
});

/** Ends the program like the system at the end of a session. */
async function quit({ process }: ElectronHost): Promise<string> {
  const ended = once(process, 'exit').then(() => 'ended');
  process.kill('SIGTERM');
  return Promise.race([ended, new Promise<string>((resolve) => setTimeout(resolve, 8000, 'hanging'))]);
}

test('the program ends within seconds while the keychain does not respond', async ({
  program,
  exchange,
  dataDirectory,
  pipe,
}) => {
  const { baseUrl, token, secretKey } = exchange;
  await program.page.evaluate((account) => void window.orderglass?.call('saveAccount', account, 'a call'), {
    name: 'Mine',
    baseUrl,
    signingVariant: 'bytewise',
    requestsPerWindow: 100,
    credentials: { token, secretKey },
    keptIn: 'keychain',
  });
  await expect.poll(() => existsSync(`${pipe}-called`)).toBe(true);
  expect(await quit(program)).toBe('ended');
  const log = await readFile(path.join(dataDirectory, 'logs/orderglass.log'), 'utf8');
  expect(log).toContain('"event":"stopped"');
});

test('the program ends within seconds while the thread of the history does not respond', async ({ program, pipe }) => {
  writeFileSync(`${pipe}-block`, '');
  await expect.poll(() => existsSync(`${pipe}-called`)).toBe(true);
  expect(await quit(program)).toBe('ended');
});
