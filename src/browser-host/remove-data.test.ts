import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, it, onTestFinished } from 'vitest';
import { missingForRealKeyring, openPrivateSession } from '../core/credentials/testing/private-session.ts';
import { lockDataFolder } from '../core/data-folder.ts';
import { askAndRemoveData } from './remove-data.ts';

const missing = await missingForRealKeyring();

async function dataFolder(): Promise<string> {
  const parent = await mkdtemp(path.join(tmpdir(), 'orderglass-remove-'));
  onTestFinished(() => rm(parent, { recursive: true, force: true }));
  const folder = path.join(parent, 'data');
  await mkdir(folder);
  lockDataFolder(folder)();
  return folder;
}

it.each(['', 'no\n', 'y\n', 'REMOVE IT\n'])('removes nothing after %j', async (typed) => {
  const folder = await dataFolder();
  const input = new PassThrough();
  input.end(typed);
  expect(await askAndRemoveData(folder, { input, output: new PassThrough() })).toBe(1);
  expect(existsSync(folder)).toBe(true);
});

it.skipIf(missing.length > 0)('removes the entries of a real keyring', async () => {
  const session = await openPrivateSession();
  onTestFinished(() => session.close());
  await session.startKeyring();
  const agent = await session.startAgent();
  const credentials = { token: 'a-token-of-the-account', secretKey: 'a-secret-key' };
  await agent.ask({ call: 'save', account: 'entry one', credentials });
  await agent.ask({ call: 'save', account: 'another program', credentials });
  const folder = await dataFolder();
  await writeFile(path.join(folder, 'accounts.json'), '{"profiles":[{"credentials":{"entry":"entry one"}}]}');

  const cli = path.resolve(import.meta.dirname, 'cli.ts');
  const environment = { ...session.environment, PATH: process.env.PATH };
  const program = execFile(process.execPath, [cli, '--remove-data', '--data-dir', folder], { env: environment });
  program.stdin?.end('remove\n');
  expect(await new Promise((resolve) => program.once('exit', resolve))).toBe(0);
  expect(existsSync(folder)).toBe(false);
  expect(await agent.ask({ call: 'read', account: 'entry one' })).toBeNull();
  expect(await agent.ask({ call: 'read', account: 'another program' })).toEqual(credentials);
});
