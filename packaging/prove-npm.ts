import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { lastLines, withoutAddresses } from '../scripts/lib/output.mjs';
import { capture, withTool } from '../scripts/lib/run.mjs';
import { compareWithAllowList } from './allow-list.ts';
import type { Checks } from './checks.ts';
import { packNpm } from './npm-package.ts';

/** Specs of the installed program with its keychain's module. */
const smokeSpecs = [
  'e2e/screens.spec.ts',
  'e2e/browser/canary.spec.ts',
  'e2e/browser/host.spec.ts',
  'e2e/browser/export.spec.ts',
];

/** User and group "nobody" of Linux. */
const nobody = 65_534;

/** Checks the npm package by installing it into empty folders outside the repository. */
export async function proveNpm(checks: Checks, folder: string): Promise<void> {
  let tarball = '';
  const installed = path.join(folder, 'installed');
  const withoutKeytar = path.join(folder, 'without-keytar');
  await checks.check('npm: package', async () => {
    tarball = await packNpm(folder);
    return [];
  });
  await checks.check('npm: installation', () => install(tarball, installed));
  await checks.check('npm: contents', () => checkContents(installed));
  await checks.check('npm: keytar loads without its install script', () => checkKeytar(installed));
  await checks.check('npm: command line', () => checkCommandLine(installed));
  await checks.check('npm: an old Node gets a clear message', () => checkOldNode(installed));
  await checks.check('npm: specs', () => runSpecs(installed, smokeSpecs));
  await checks.check('npm: specs without keytar', async () => [
    ...(await install(tarball, withoutKeytar, '--omit=optional')),
    ...(await runSpecs(withoutKeytar, ['e2e/npm'])),
  ]);
  await checks.check('npm: a folder that cannot be written', () => checkReadOnly(withoutKeytar));
}

function programIn(folder: string): string {
  return path.join(folder, 'node_modules/orderglass/bin/orderglass.cjs');
}

async function install(tarball: string, folder: string, ...options: string[]): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'package.json'), '{ "private": true }');
  // npm 12 runs no script that the user has not allowed.
  const fixed = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline'];
  const args = ['install', tarball, ...fixed, ...options];
  const { code, output } = await capture('npm', args, { cwd: folder, shell: process.platform === 'win32' });
  return code === 0 ? [] : [withoutAddresses(lastLines(output, 15))];
}

async function checkContents(folder: string): Promise<string[]> {
  const packageFolder = path.join(folder, 'node_modules/orderglass');
  const files = readdirSync(packageFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => ({
      path: path.relative(packageFolder, file).replaceAll(path.sep, '/'),
      bytes: statSync(file).size,
    }));
  const kib = files.reduce((total, { bytes }) => total + bytes, 0) / 1024;
  console.log(`  ${files.length} files, ${kib.toFixed(0)} KiB`);
  const differences = compareWithAllowList(
    files,
    await readFile(path.join(import.meta.dirname, 'allow-list-npm.txt'), 'utf8'),
  );
  const dependencies = JSON.parse(readFileSync(path.join(packageFolder, 'package.json'), 'utf8')).dependencies ?? {};
  return [...differences, ...Object.keys(dependencies).map((name) => `it depends on ${name}, which is bundled`)];
}

async function checkKeytar(folder: string): Promise<string[]> {
  const { code, output } = await capture(process.execPath, ['--eval', "require('keytar')"], { cwd: folder });
  return code === 0 ? [] : [lastLines(output, 5)];
}

async function checkCommandLine(folder: string): Promise<string[]> {
  const npx = (...args: string[]) =>
    capture('npx', ['--no-install', 'orderglass', ...args], { cwd: folder, shell: process.platform === 'win32' });
  const help = await npx('--help');
  const wrong = await npx('--wrong');
  const version = await npx('--version');
  const options = [
    'npx orderglass',
    '--no-open',
    '--port',
    '--data-dir',
    '--demo-exchange',
    '--remove-data',
    '--version',
    '--help',
  ];
  return [
    ...options.filter((option) => !help.output.includes(option)).map((option) => `--help does not mention ${option}`),
    ...(help.code === 0 ? [] : [`--help ends with ${help.code}`]),
    // npm may have lines of its own before and after it, by the user's settings.
    ...(/^\d+\.\d+\.\d+\S*$/m.test(version.output) ? [] : [`--version prints: ${version.output}`]),
    ...(wrong.code === 2 && wrong.output.includes('npx orderglass --help') ? [] : [`--wrong prints: ${wrong.output}`]),
  ];
}

async function checkOldNode(folder: string): Promise<string[]> {
  const old = path.join(folder, 'old-node.cjs');
  await writeFile(
    old,
    "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.19.0' } });",
  );
  const { code, output } = await capture(process.execPath, ['--require', old, programIn(folder), '--help']);
  const says = output.includes('needs Node 24') && output.includes('This is Node 20.19.0');
  return code === 1 && says ? [] : [`It ends with ${code} and prints: ${output}`];
}

async function runSpecs(folder: string, specs: readonly string[]): Promise<string[]> {
  const args = ['test', ...specs, '--project=browser', '--workers=2', '--reporter=line'];
  const env = { ...process.env, ORDERGLASS_NPM_PROGRAM: programIn(folder) };
  const { code, output } = await withTool((program, all) => capture(program, all, { env }), 'playwright', args);
  const passed = /(\d+) passed/.exec(output)?.[1];
  if (code === 0 && passed !== undefined) console.log(`  ${passed} specs`);
  return code === 0 && passed !== undefined ? [] : [lastLines(output, 60)];
}

/** Starts the program in a folder that its user cannot write, and requests the page. */
async function checkReadOnly(folder: string): Promise<string[]> {
  const data = await mkdtemp(path.join(tmpdir(), 'orderglass-data-'));
  const isRoot = process.getuid?.() === 0;
  try {
    // For root every folder can be written.
    if (isRoot) {
      chmodSync(path.dirname(folder), 0o755);
      chmodSync(data, 0o777);
    } else chmodSync(folder, 0o555);
    const child = spawn(process.execPath, [programIn(folder), '--no-open', '--data-dir', path.join(data, 'own')], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(isRoot ? { uid: nobody, gid: nobody, env: { PATH: process.env.PATH, HOME: data } } : {}),
    });
    const ended = once(child, 'exit');
    let errors = '';
    child.stderr.on('data', (part) => {
      errors += part;
    });
    const address = await new Promise<string>((resolve) => {
      createInterface({ input: child.stdout })
        .once('line', resolve)
        .once('close', () => resolve(''));
    });
    if (address === '') return [`It did not start: ${errors}`];
    const signIn = await fetch(address, { redirect: 'manual' });
    const cookie = signIn.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
    const response = await fetch(new URL('/', address), { headers: { cookie } });
    child.kill('SIGTERM');
    const [code] = await ended;
    return response.ok && code === 0
      ? []
      : [`The page has status ${response.status}, the program ended with ${code}: ${errors}`];
  } finally {
    if (!isRoot) chmodSync(folder, 0o755);
    await rm(data, { recursive: true, force: true });
  }
}
