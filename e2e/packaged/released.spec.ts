import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '../test.ts';

/** The program as it is released, to which its fuses deny access from outside. So these specs only watch its files and output. */
const program = process.env.ORDERGLASS_RELEASED_PROGRAM ?? '';

test.use({ settings: { screen: 'order-history' } });

test('the released program opens the demo account, and ends when it is asked to', async ({ dataDirectory }) => {
  const child = spawn(program, ['--data-dir', dataDirectory], { stdio: 'inherit' });
  const ended = once(child, 'exit');
  const archives = path.join(dataDirectory, 'archives');
  // The page has loaded and requested the history of its screen, and the worker has stored it.
  await expect.poll(() => existsSync(archives) && readdirSync(archives).length, { timeout: 25_000 }).toBeTruthy();
  child.kill('SIGTERM');
  const [code] = await ended;
  // Windows has no such signal and ends the program itself.
  if (process.platform !== 'win32') expect(code).toBe(0);
});

test('the released program cannot be used as Node, and opens no debugger', async ({ dataDirectory }) => {
  const asNode = { ...process.env, ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: '--require=./does-not-exist.cjs' };
  const marker = path.join(dataDirectory, 'ran-as-node');
  const script = `require('node:fs').writeFileSync(${JSON.stringify(marker)}, '')`;
  const args = ['--inspect=0', '-e', script, '--data-dir', dataDirectory];
  const child = promisify(execFile)(program, args, { env: asNode, timeout: 10_000 });
  const { stderr } = await child.catch((error: { stderr: string }) => error);
  expect(existsSync(marker), 'it ran a script').toBe(false);
  expect(stderr).not.toContain('Debugger listening');
  expect(stderr).not.toContain('does-not-exist');
});
