import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { PlatformPackager } from 'app-builder-lib';
import { computeArchToTargetNamesMap } from 'app-builder-lib/out/targets/targetFactory.js';
import { validateConfiguration } from 'app-builder-lib/out/util/config/config.js';
import { DebugLogger } from 'builder-util';
import { Arch, type Configuration } from 'electron-builder';
import { buildIfStale } from '../scripts/lib/build.mjs';
import { lastLines } from '../scripts/lib/output.mjs';
import { capture, withTool } from '../scripts/lib/run.mjs';
import type { PackagedFile } from './allow-list.ts';
import { listContents, readPackaged } from './asar-contents.ts';
import { buildDesktop, platformOf, prepareResources, processor, root } from './build-desktop.ts';
import { checkWorkflows } from './check-workflows.ts';
import { type Checks, silently } from './checks.ts';
import { builderConfiguration } from './electron-builder.ts';
import { proveLinux } from './prove-linux.ts';
import { writeStubElectron } from './stub-electron.ts';
import { inspectPackage, resourcesOf, type System, type Unpacked, unpackedIn } from './unpacked.ts';

const systems: readonly System[] = ['linux', 'win32', 'darwin'];

/** Checks desktop packages that are built with a stub of Electron in `folder`. */
export async function proveDesktop(checks: Checks, folder: string): Promise<void> {
  await checks.check('types: packaging', checkTypes);
  await checks.check('workflows', () => checkWorkflows(path.join(root, '.github/workflows')));
  await checks.check('configuration of every target', checkConfiguration);
  await checks.check('a build is for one processor', checkProcessors);
  await checks.check('icons, notices and bill of materials', rebuild);
  // The build itself inspects the package: contents, processor, fuses, integrity.
  for (const system of systems) {
    await checks.check(`a package for ${system}`, () => packageStub(folder, system, 'first'));
    await checks.check(`${system}: it says that it is not signed`, async () => checkUnsigned(folder, system));
  }
  const first = resourcesOf(unpackedOf(folder, 'linux', 'first'));
  await checks.check('notices and bill of materials cover all packages', () => checkCoverage(first));
  await checks.check('no test code, no faults, no source map', () => checkSources(first));
  await checks.check('another build of the same input is equal', async () => [
    ...(await rebuild()),
    ...(await packageStub(folder, 'linux', 'second')),
    ...compareBytes(first, resourcesOf(unpackedOf(folder, 'linux', 'second'))),
  ]);
  await checks.check('planted files are found', () => checkPlanted(folder));
  await checks.check('a native module of another processor is found', () => checkForeign(folder));
  await checks.check("a failure outlives electron-builder's clean-up", checkExitCode);
  if (process.platform === 'linux') {
    await checks.check('a build with another file than Electron fails', () => checkOtherElectron(folder));
    await proveLinux(checks, path.join(folder, 'real'), stubOf(folder, 'linux'));
  }
  if (!checks.haveFailed) printSizes(listContents(first));
}

async function rebuild(): Promise<string[]> {
  await rm(path.join(root, 'out'), { recursive: true, force: true });
  if (!(await buildIfStale())) return ['The build failed.'];
  await prepareResources(undefined);
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
  const signing = { CSC_LINK: 'a', APPLE_API_KEY: 'b', AZURE_SIGN_ENDPOINT: 'c' };
  const environments = [{}, { ...signing, GITHUB_REPOSITORY: 'owner/name' }];
  for (const system of systems) {
    for (const environment of environments) await validate(builderConfiguration(system, { environment }));
  }

  const schema = JSON.parse(await readFile(path.join(tools, 'app-builder-lib/scheme.json'), 'utf8')) as Schema;
  const targets = systems.flatMap((system) => targetsOf(system));
  const unknown = targets.filter((target) => target !== 'zip' && !(optionsOf(target) in schema.properties));
  const misspelled = { ...builderConfiguration('linux', { environment: {} }), deb: { misspelled: 1 } };
  const accepted = await validate(misspelled).then(
    () => ['The schema accepts an option that does not exist.'],
    () => [],
  );
  const untrue = systems.filter((system) => {
    const { extraMetadata, forceCodeSigning } = builderConfiguration(system, { environment: signing });
    return extraMetadata.signed !== (system !== 'linux') || forceCodeSigning !== extraMetadata.signed;
  });
  return [
    ...unknown.map((target) => `electron-builder has no target "${target}"`),
    ...untrue.map((system) => `A package for ${system} with a certificate does not say the truth about its signature.`),
    ...accepted,
  ];
}

const tools = path.join(import.meta.dirname, 'node_modules');

interface Schema {
  properties: object;
}

/** Returns the targets that the configuration names. */
function targetsOf(system: System): string[] {
  const configuration = builderConfiguration(system, { environment: {} });
  return { linux: configuration.linux, win32: configuration.win, darwin: configuration.mac }[system]
    ?.target as string[];
}

/** Returns the name of a target's options in the configuration: `appImage` for `AppImage`. */
function optionsOf(target: string): string {
  return target.charAt(0).toLowerCase() + target.slice(1);
}

/** Asks electron-builder what it builds on a machine of each system and processor. */
async function checkProcessors(): Promise<string[]> {
  return systems.flatMap((system) =>
    (['x64', 'arm64'] as const).flatMap((processor) => {
      const platform = platformOf(system);
      const requested = platform.createTarget(null, Arch[processor]).get(platform) ?? new Map();
      const packager = { platformSpecificBuildOptions: { target: targetsOf(system) } } as PlatformPackager<object>;
      const builds = computeArchToTargetNamesMap(requested, packager, platform);
      const names = [...builds.keys()].map((arch) => Arch[arch]);
      const isRight = names.length === 1 && names[0] === processor;
      return isRight ? [] : [`${system} ${processor} builds packages for ${names.join(' and ')}`];
    }),
  );
}

function stubOf(folder: string, system: System): string {
  return path.join(folder, `electron-${system}`);
}

function unpackedOf(folder: string, system: System, name: string): Unpacked {
  return unpackedIn(path.join(folder, system, name), system, processor);
}

async function packageStub(folder: string, system: System, name: string): Promise<string[]> {
  const electronDist = stubOf(folder, system);
  await writeStubElectron(electronDist, system);
  const output = path.join(folder, system, name);
  await silently(() => buildDesktop(system, { environment: {}, electronDist, output, targets: ['dir'] }));
  return [];
}

/** The program installs updates only if this says that it is signed: see src/main/updates.ts. */
function checkUnsigned(folder: string, system: System): string[] {
  const resources = resourcesOf(unpackedOf(folder, system, 'first'));
  const { signed } = JSON.parse(readPackaged(resources, 'app.asar/package.json').toString());
  return signed === false ? [] : [`Its package.json has signed: ${signed}`];
}

/** Finds packages in the asar by other means than the notices do: folders, comments of the bundler, imports of the page's sources. */
async function checkCoverage(resources: string): Promise<string[]> {
  const names = new Set(['electron']);
  for (const { path: file } of listContents(resources)) {
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
    components: { name: string; purl?: string }[];
  };
  const inElectron = ['chromium', 'node'].filter((name) => !bill.components.some((one) => one.name === name));
  const billed = bill.components.map(({ purl = '' }) => decodeURIComponent(purl.replace('pkg:npm/', '')));
  const lacking = [...names].flatMap((folderName) => {
    const { name, version } = installed(folderName);
    return [
      ...(notices.includes(`\n${name} ${version} (`) ? [] : [`${name} ${version} is not in the notices`]),
      ...(billed.includes(`${name}@${version}`) ? [] : [`${name} ${version} is not in the bill of materials`]),
    ];
  });
  return [...lacking, ...inElectron.map((name) => `${name}, inside Electron, is not in the bill of materials`)];
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

async function checkSources(resources: string): Promise<string[]> {
  const forbidden: Record<string, RegExp> = {
    'the faults of the demo exchange': /^\/\/ (?:\.\.\/)*src\/demo-exchange\/faults\//m,
    'test code': /^\/\/ (?:\.\.\/)*src\/\S*(?:\.test\.tsx?|\/testing\/\S*)$/m,
    'a source map': /^\/\/# sourceMappingURL=|"sourcesContent"/m,
    'a path of this machine': new RegExp(root.replace(/[\\^$.|?+()[\]{}]/g, '\\$&')),
  };
  const texts = listContents(resources).filter((file) => /\.(c?js|css|html|json|txt)$/.test(file.path));
  return texts.flatMap((file) => {
    const text = readPackaged(resources, file.path).toString();
    return Object.entries(forbidden).flatMap(([name, pattern]) =>
      pattern.test(text) ? [`${file.path} contains ${name}`] : [],
    );
  });
}

function compareBytes(first: string, second: string): string[] {
  const files = ['app.asar', 'THIRD-PARTY.txt', 'sbom.cdx.json'];
  const hash = (resources: string, file: string): string =>
    createHash('sha256')
      .update(readFileSync(path.join(resources, file)))
      .digest('hex');
  return files.filter((file) => hash(first, file) !== hash(second, file)).map((file) => `${file} differs`);
}

/** Puts files into the built folder and expects the build to report each. */
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
    const found = await packageStub(folder, 'linux', 'planted').catch((error: Error) => [error.message]);
    return planted.filter((file) => !found.join().includes(file)).map((file) => `${file} was not found`);
  } finally {
    for (const file of planted) await rm(path.join(root, 'out', file), { force: true });
    await rm(path.join(root, 'out/preload/sub'), { recursive: true, force: true });
  }
}

/** Replaces a native module by one for the other processor, and expects the inspection to report it. */
async function checkForeign(folder: string): Promise<string[]> {
  const unpacked = unpackedOf(folder, 'linux', 'second');
  const other = processor === 'x64' ? 'arm64' : 'x64';
  const part = (name: string): string => `node_modules/keytar/prebuilds/linux-${name}/keytar.node`;
  const replaced = path.join(resourcesOf(unpacked), 'app.asar.unpacked', part(processor));
  await cp(path.join(root, part(other)), replaced);
  const found = await inspectPackage(unpacked).catch((error: Error) => error.message);
  return found?.includes(`made for linux-${other}`) ? [] : [`It reports: ${found}`];
}

/** Ends a process with a failure after it has used a temporary file of electron-builder. */
async function checkExitCode(): Promise<string[]> {
  const script = `import { TmpDir } from 'temp-file';
    import { failAtExit } from './fail-at-exit.ts';
    await new TmpDir('check').getTempFile();
    failAtExit();`;
  const options = { cwd: import.meta.dirname };
  const { code, output } = await capture(process.execPath, ['--input-type=module', '--eval', script], options);
  return code === 1 ? [] : [`It ends with ${code}: ${lastLines(output, 5)}`];
}

/** Lets a build download something else than Electron, and expects it to name the checksum and to end with 1. */
async function checkOtherElectron(folder: string): Promise<string[]> {
  const server = createServer((_, response) => response.end('not Electron')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  // The cache of this machine may have the right file.
  const cache = path.join(folder, 'cache');
  const env = { ...process.env, ELECTRON_MIRROR: `http://127.0.0.1:${port}/`, XDG_CACHE_HOME: cache };
  try {
    const { code, output } = await capture(process.execPath, ['packaging/package.ts', '--dir'], { env });
    return code === 1 && /checksum/i.test(output) ? [] : [`It ends with ${code}: ${lastLines(output, 5)}`];
  } finally {
    server.close();
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
