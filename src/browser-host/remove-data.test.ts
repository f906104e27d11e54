import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, it, onTestFinished } from 'vitest';
import { missingForRealKeyring, openPrivateSession } from '../core/credentials/testing/private-session.ts';
import { lockDataFolder } from '../core/files/data-folder.ts';
import { foreignFiles } from '../core/testing/foreign-files.ts';
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

it('finds nothing to remove if the folder is a file', async () => {
  const file = path.join(await dataFolder(), 'settings.json');
  await writeFile(file, '{}');
  expect(await askAndRemoveData(file, { input: new PassThrough(), output: new PassThrough() })).toBe(0);
});

it.skipIf(process.platform !== 'linux').each([
  ['the default folder', false],
  ['a default folder that is a link', true],
])('of %s, removes Orderglass’ own files, and names them before', async (_, isLink) => {
  const folder = await dataFolder();
  const home = path.dirname(folder);
  const target = isLink ? path.join(home, 'elsewhere') : path.join(home, 'orderglass');
  await rename(folder, target);
  if (isLink) await symlink(target, path.join(home, 'orderglass'));
  await writeFile(path.join(target, 'settings.json'), '{}');
  for (const file of foreignFiles) {
    await mkdir(path.dirname(path.join(target, file)), { recursive: true });
    await writeFile(path.join(target, file), 'mine');
  }
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const run = async () => {
    const program = execFile(
      process.execPath,
      [path.resolve(import.meta.dirname, '../../out/browser-host/cli.js'), '--remove-data'],
      {
        env: { PATH, NODE_COMPILE_CACHE, LANG: 'en_US.UTF-8', XDG_DATA_HOME: home },
      },
    );
    let output = '';
    program.stdout?.on('data', (text: string) => {
      output += text;
    });
    program.stdin?.end('remove\n');
    return { code: await new Promise((resolve) => program.once('close', resolve)), output };
  };
  const first = await run();
  expect(first.code).toBe(0);
  expect(first.output).toContain('\ndata-folder.lock, settings.json\n');
  expect(first.output).toContain('Files that don’t belong to Orderglass are still in');
  const entries = await readdir(target, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  expect(files.sort()).toEqual(foreignFiles.map((file) => path.join(target, file)).sort());
  for (const name of await readdir(target)) await rm(path.join(target, name), { recursive: true });
  lockDataFolder(target)();
  expect((await run()).code).toBe(0);
  expect(existsSync(path.join(home, 'orderglass'))).toBe(false);
  expect(existsSync(target)).toBe(isLink);
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

  const cli = path.resolve(import.meta.dirname, '../../out/browser-host/cli.js');
  const environment = { ...session.environment, PATH: process.env.PATH };
  const program = execFile(process.execPath, [cli, '--remove-data', '--data-dir', folder], { env: environment });
  program.stdin?.end('remove\n');
  expect(await new Promise((resolve) => program.once('exit', resolve))).toBe(0);
  expect(existsSync(folder)).toBe(false);
  expect(await agent.ask({ call: 'read', account: 'entry one' })).toBeNull();
  expect(await agent.ask({ call: 'read', account: 'another program' })).toEqual(credentials);
});
