import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { validateConfiguration } from 'app-builder-lib/out/util/config/config.js';
import { DebugLogger } from 'builder-util';
import { type Configuration, Platform } from 'electron-builder';
import { buildIfStale } from '../scripts/lib/build.mjs';
import { capture, withTool } from '../scripts/lib/run.mjs';
import { compareWithAllowList, type PackagedFile, unusedPageFiles } from './allow-list.ts';
import { listContents, readPackaged } from './asar-contents.ts';
import { buildDesktop, prepareResources, root } from './build-desktop.ts';
import { checkWorkflows } from './check-workflows.ts';
import type { Checks } from './checks.ts';
import { builderConfiguration, type System } from './electron-builder.ts';
import { differentFuses, fusesFor } from './fuses.ts';
import { integrityInProgram } from './integrity.ts';
import { writeStubElectron } from './stub-electron.ts';

const systems = {
  linux: { platform: Platform.LINUX, unpacked: 'linux-unpacked', program: 'orderglass' },
  win32: { platform: Platform.WINDOWS, unpacked: 'win-unpacked', program: 'Orderglass.exe' },
} as const;
type StubSystem = keyof typeof systems;

/** Checks desktop packages that are built with a stub of Electron in `folder`. */
export async function proveDesktop(checks: Checks, folder: string): Promise<void> {
  await checks.check('types: packaging', checkTypes);
  await checks.check('workflows', () => checkWorkflows(path.join(root, '.github/workflows')));
  await checks.check('configuration of every target', checkConfiguration);
  await checks.check('icons, notices and bill of materials', rebuild);
  for (const system of Object.keys(systems) as StubSystem[]) {
    const output = path.join(folder, system, 'first');
    await checks.check(`a package for ${system}`, () => packageStub(folder, system, 'first'));
    await checks.check(`${system}: contents`, () => checkContents(output, system));
    await checks.check(`${system}: it says that it is not signed`, async () => checkUnsigned(output, system));
    await checks.check(`${system}: fuses`, () => checkFuses(output, system));
  }
  const linux = path.join(folder, 'linux');
  await checks.check('win32: integrity of the asar', () => checkIntegrity(path.join(folder, 'win32/first')));
  await checks.check('notices and bill of materials cover all packages', () =>
    checkCoverage(path.join(linux, 'first')),
  );
  await checks.check('no test code, no faults, no source map', () => checkSources(path.join(linux, 'first')));
  await checks.check('another build of the same input is equal', async () => [
    ...(await rebuild()),
    ...(await packageStub(folder, 'linux', 'second')),
    ...compareBytes(path.join(linux, 'first'), path.join(linux, 'second')),
  ]);
  await checks.check('planted files are found', () => checkPlanted(folder));
  if (!checks.haveFailed) printSizes(listOf(path.join(linux, 'first'), 'linux'));
}

async function rebuild(): Promise<string[]> {
  await rm(path.join(root, 'out'), { recursive: true, force: true });
  if (!(await buildIfStale())) return ['The build failed.'];
  await prepareResources();
  return [];
}

async function checkTypes(): Promise<string[]> {
  const { code, output } = await withTool(capture, 'tsc', ['-p', 'packaging']);
  return code === 0 ? [] : output.trimEnd().split('\n');
}

/** Validates the configuration with electron-builder's schema, which knows the options of each target by name. */
async function checkConfiguration(): Promise<string[]> {
  const validate = (configuration: object): Promise<void> =>
    validateConfiguration(configuration as Configuration, new DebugLogger(false));
  const environments = [{}, { CSC_LINK: 'a', APPLE_API_KEY: 'b', GITHUB_REPOSITORY: 'owner/name' }];
  for (const system of ['linux', 'win32', 'darwin'] satisfies System[]) {
    for (const environment of environments) await validate(builderConfiguration(system, { environment }));
  }

  const configuration = builderConfiguration('linux', { environment: {} });
  const schema = JSON.parse(await readFile(path.join(tools, 'app-builder-lib/scheme.json'), 'utf8')) as Schema;
  const targets = (['linux', 'win', 'mac'] as const).flatMap((system) => configuration[system]?.target as Target[]);
  const unknown = targets.filter(({ target }) => target !== 'zip' && !(optionsOf(target) in schema.properties));
  const signed = { linux: false, win32: true, darwin: true };
  const unsaid = (['linux', 'win32', 'darwin'] as const).filter((system) => {
    const { extraMetadata, forceCodeSigning } = builderConfiguration(system, { environment: { CSC_LINK: 'a' } });
    return extraMetadata.signed !== signed[system] || forceCodeSigning !== signed[system];
  });
  const accepted = await validate({ ...configuration, deb: { misspelled: 1 } }).then(
    () => ['The schema accepts an option that does not exist.'],
    () => [],
  );
  return [
    ...unknown.map(({ target }) => `electron-builder has no target "${target}"`),
    ...unsaid.map((system) => `A package for ${system} with a certificate does not say the truth about its signature.`),
    ...accepted,
  ];
}

const tools = path.join(import.meta.dirname, 'node_modules');

interface Target {
  target: string;
}

interface Schema {
  properties: object;
}

/** Returns the name of a target's options in the configuration: `appImage` for `AppImage`. */
function optionsOf(target: string): string {
  return target.charAt(0).toLowerCase() + target.slice(1);
}

async function packageStub(folder: string, system: StubSystem, name: string): Promise<string[]> {
  const electronDist = path.join(folder, `electron-${system}`);
  await writeStubElectron(electronDist, system);
  const output = path.join(folder, system, name);
  const restore = silence();
  try {
    await buildDesktop(systems[system].platform, { environment: {}, electronDist, output, isFolder: true });
  } finally {
    restore();
  }
  return [];
}

/** Discards the lines of electron-builder. Its failures are thrown. */
function silence(): () => void {
  const { write } = process.stdout;
  const { log } = console;
  process.stdout.write = () => true;
  return () => {
    process.stdout.write = write;
    console.log = log;
  };
}

function resourcesOf(output: string, system: StubSystem): string {
  return path.join(output, systems[system].unpacked, 'resources');
}

function listOf(output: string, system: StubSystem): PackagedFile[] {
  return listContents(resourcesOf(output, system));
}

async function checkContents(output: string, system: StubSystem): Promise<string[]> {
  const files = listOf(output, system);
  const list = await readFile(path.join(import.meta.dirname, 'allow-list.txt'), 'utf8');
  const differences = compareWithAllowList(files, list.replaceAll('<target>', `${system}-${process.arch}`));
  const page = 'app.asar/out/renderer/';
  const names = files.filter((file) => file.path.startsWith(page)).map((file) => file.path.slice(page.length));
  const read = (name: string): string => readPackaged(resourcesOf(output, system), page + name).toString();
  return [...differences, ...unusedPageFiles(names, read).map((name) => `+ ${page}${name} (the page does not use it)`)];
}

/** The program installs updates only if this says that it is signed: see src/main/updates.ts. */
function checkUnsigned(output: string, system: StubSystem): string[] {
  const { signed } = JSON.parse(readPackaged(resourcesOf(output, system), 'app.asar/package.json').toString());
  return signed === false ? [] : [`Its package.json has signed: ${signed}`];
}

async function checkFuses(output: string, system: StubSystem): Promise<string[]> {
  const { unpacked, program } = systems[system];
  const different = await differentFuses(path.join(output, unpacked, program), fusesFor(system));
  return different.map((name) => `${name} is not as demanded`);
}

/** Compares the hash in the program with the header of the asar. */
async function checkIntegrity(output: string): Promise<string[]> {
  const { unpacked, program } = systems.win32;
  const { expected, found } = integrityInProgram(path.join(output, unpacked, program), resourcesOf(output, 'win32'));
  return found === expected ? [] : [`The program contains ${found}, the asar has ${expected}.`];
}

/** Finds packages in the asar by other means than the notices do: folders, comments of the bundler, imports of the page's sources. */
async function checkCoverage(output: string): Promise<string[]> {
  const resources = resourcesOf(output, 'linux');
  const names = new Set(['electron']);
  for (const { path: file } of listOf(output, 'linux')) {
    const name = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1];
    if (name) names.add(name);
  }
  for (const file of ['index.cjs', 'history-worker.cjs']) {
    const code = readPackaged(resources, `app.asar/out/main/${file}`).toString();
    for (const [, name] of code.matchAll(/^\/\/ (?:\.\.\/)*node_modules\/((?:@[^/\n]+\/)?[^/\n]+)/gm))
      if (name) names.add(name);
  }
  if (names.size < 5) return ['The comments of the bundler name no packages, so this check cannot find any.'];
  const ofPage = importedByPage();
  if (!ofPage.has('react')) return ['The sources of the page import no React, so this check cannot read them.'];
  for (const name of ofPage) names.add(name);

  const notices = await readFile(path.join(resources, 'THIRD-PARTY.txt'), 'utf8');
  const bill = JSON.parse(await readFile(path.join(resources, 'sbom.cdx.json'), 'utf8')) as {
    components: { purl: string }[];
  };
  const billed = bill.components.map(({ purl }) => decodeURIComponent(purl.replace('pkg:npm/', '')));
  return [...names].flatMap((folderName) => {
    const { name, version } = installed(folderName);
    return [
      ...(notices.includes(`\n${name} ${version} (`) ? [] : [`${name} ${version} is not in the notices`]),
      ...(billed.includes(`${name}@${version}`) ? [] : [`${name} ${version} is not in the bill of materials`]),
    ];
  });
}

/** Returns the packages that the sources of the page import. */
function importedByPage(): Set<string> {
  const folders = ['src/renderer', 'src/shared'].map((folder) => path.join(root, folder));
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /(?<!\.test)\.tsx?$/.test(entry.name))
      .map((entry) => path.join(entry.parentPath, entry.name))
      .filter((file) => !file.includes('testing')),
  );
  const imports = /^(?:import|export) (?!type )(?:[^'";]* from )?'((?:@[^/']+\/)?[^./'][^/']*)/gm;
  const found = files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(imports)].map(([, name = '']) => name));
  return new Set(found);
}

function installed(folderName: string): { name: string; version: string } {
  return JSON.parse(readFileSync(path.join(root, 'node_modules', folderName, 'package.json'), 'utf8'));
}

async function checkSources(output: string): Promise<string[]> {
  const resources = resourcesOf(output, 'linux');
  const forbidden: Record<string, RegExp> = {
    'the faults of the demo exchange': /^\/\/ (?:\.\.\/)*src\/demo-exchange\/faults\//m,
    'test code': /^\/\/ (?:\.\.\/)*src\/\S*(?:\.test\.tsx?|\/testing\/\S*)$/m,
    'a source map': /^\/\/# sourceMappingURL=|"sourcesContent"/m,
    'a path of this machine': new RegExp(root.replace(/[\\^$.|?+()[\]{}]/g, '\\$&')),
  };
  const texts = listOf(output, 'linux').filter((file) => /\.(c?js|css|html|json|txt)$/.test(file.path));
  return texts.flatMap((file) => {
    const text = readPackaged(resources, file.path).toString();
    return Object.entries(forbidden).flatMap(([name, pattern]) =>
      pattern.test(text) ? [`${file.path} contains ${name}`] : [],
    );
  });
}

function compareBytes(first: string, second: string): string[] {
  const files = ['app.asar', 'THIRD-PARTY.txt', 'sbom.cdx.json'];
  const hash = (output: string, file: string): string =>
    createHash('sha256')
      .update(readFileSync(path.join(resourcesOf(output, 'linux'), file)))
      .digest('hex');
  return files.filter((file) => hash(first, file) !== hash(second, file)).map((file) => `${file} differs`);
}

/** Puts files into the built folder and expects the check of the contents to report each. */
async function checkPlanted(folder: string): Promise<string[]> {
  const planted = [
    'main/planted.cjs',
    'renderer/planted.html',
    'renderer/assets/planted-12345678.js',
    'preload/sub/planted.txt',
  ];
  try {
    for (const file of planted) {
      await writeFileInto(path.join(root, 'out', file), 'planted');
    }
    await packageStub(folder, 'linux', 'planted');
    const found = await checkContents(path.join(folder, 'linux/planted'), 'linux');
    return planted.filter((file) => !found.some((line) => line.includes(file))).map((file) => `${file} was not found`);
  } finally {
    for (const file of planted) await rm(path.join(root, 'out', file), { force: true });
    await rm(path.join(root, 'out/preload/sub'), { recursive: true, force: true });
  }
}

async function writeFileInto(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
}

function printSizes(files: readonly PackagedFile[]): void {
  const kib = (bytes: number): string => `${(bytes / 1024).toFixed(0).padStart(6)} KiB`;
  const sum = (start: string): number =>
    files.filter((file) => file.path.startsWith(start)).reduce((total, { bytes }) => total + bytes, 0);
  console.log('Sizes without Electron:');
  for (const start of ['app.asar/out/main/', 'app.asar/out/renderer/', 'app.asar.unpacked/', '']) {
    console.log(`${kib(sum(start))}  ${start === '' ? 'all' : start}`);
  }
}
