import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { packageFile } from './npm-package.ts';

const sendSignal = "process.kill(process.pid, 'SIGUSR1');";

/** Runs the command of the npm package with a module in place of the program. Resolves with the output of the module. */
async function run({ program = '', before = '', script }: { program?: string; before?: string; script?: string }) {
  const folder = await mkdtemp(path.join(tmpdir(), 'orderglass-command-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(path.join(folder, 'out/browser-host'), { recursive: true });
  await cp(path.join(import.meta.dirname, 'npm/orderglass.cjs'), path.join(folder, 'bin/orderglass.cjs'));
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(path.join(folder, 'before.cjs'), before);
  const report = `
    import { setTimeout } from 'node:timers/promises';
    import { url } from 'node:inspector';
    ${program}
    await setTimeout(50);
    console.log(JSON.stringify({ command: process.env.ORDERGLASS_COMMAND, debugger: url() ?? null }));`;
  await writeFile(path.join(folder, 'out/browser-host/cli.js'), report);
  const { npm_lifecycle_event: _, ...environment } = process.env;
  const child = spawn(
    process.execPath,
    ['--inspect-port=0', '--require', path.join(folder, 'before.cjs'), path.join(folder, 'bin/orderglass.cjs')],
    { env: { ...environment, ...(script === undefined ? {} : { npm_lifecycle_event: script }) } },
  );
  let output = '';
  let errors = '';
  child.stdout.on('data', (part) => (output += part));
  child.stderr.on('data', (part) => (errors += part));
  const [code] = await once(child, 'close');
  expect(code, errors).toBe(0);
  return { ...(JSON.parse(output) as { command: string; debugger: string | null }), errors };
}

it.each([
  ['npx', 'npx orderglass'],
  ['view', 'npm run view --'],
  [undefined, 'orderglass'],
])('the command started by the npm script %s is "%s"', async (script, command) => {
  expect(await run(script === undefined ? {} : { script })).toMatchObject({ command });
});

it.skipIf(process.platform === 'win32').each([
  ['before the first line', { before: sendSignal }],
  ['while the program is loaded', { program: sendSignal }],
])('a signal %s leaves no debugger open', async (_when, moments) => {
  expect(await run(moments)).toMatchObject({ debugger: null });
});

it.skipIf(process.platform === 'win32')('a signal before the first line reaches the listener of Node', async () => {
  expect((await run({ before: sendSignal })).errors).toContain('Debugger listening');
});

it('the package names the repository that publishes it, and no other address', async () => {
  expect(await packageFile({ GITHUB_REPOSITORY: 'owner/name' })).toMatchObject({
    homepage: 'https://github.com/owner/name#readme',
    bugs: { url: 'https://github.com/owner/name/issues' },
    repository: { type: 'git', url: 'git+https://github.com/owner/name.git' },
    keywords: expect.arrayContaining(['futures', 'read-only']),
  });
  expect(JSON.stringify(await packageFile({}))).not.toContain('://');
});
