import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { compareWithAllowList, unusedPageFiles } from './allow-list.ts';
import { listContents, readPackaged } from './asar-contents.ts';
import { differentFuses, fusesFor } from './fuses.ts';
import { integrityInProgram } from './integrity.ts';
import { targetOf } from './processors.ts';

/** The systems, by their names in Node. */
export type System = 'linux' | 'win32' | 'darwin';
export type Processor = 'x64' | 'arm64';

/** The folder of a package before it becomes an installer or an archive. */
export interface Unpacked {
  readonly folder: string;
  readonly system: System;
  readonly processor: Processor;
  /** True if the fuse for access to the main process is on. */
  readonly inspectable?: boolean;
}

const programs: Readonly<Record<System, string>> = {
  linux: 'orderglass',
  win32: 'Orderglass.exe',
  darwin: 'Orderglass.app',
};

/** Returns the path of the program; on macOS that of its bundle. */
export function programOf({ folder, system }: Unpacked): string {
  return path.join(folder, programs[system]);
}

export function resourcesOf(unpacked: Unpacked): string {
  const isBundle = unpacked.system === 'darwin';
  return isBundle ? path.join(programOf(unpacked), 'Contents/Resources') : path.join(unpacked.folder, 'resources');
}

/** Returns what electron-builder calls the unpacked folder in its output folder. */
export function unpackedIn(output: string, system: System, processor: Processor): Unpacked {
  const name = { linux: 'linux', win32: 'win', darwin: 'mac' }[system] + (processor === 'x64' ? '' : `-${processor}`);
  return { folder: path.join(output, system === 'darwin' ? name : `${name}-unpacked`), system, processor };
}

/** Throws if the package has other files, native parts, fuses, or hashes than it must have. */
export async function inspectPackage(unpacked: Unpacked): Promise<void> {
  const problems = [
    ...contentProblems(resourcesOf(unpacked), unpacked),
    ...processorProblems(unpacked),
    ...integrityProblems(unpacked),
    ...(await fuseProblems(unpacked)),
  ];
  if (problems.length > 0) throw new Error(`${unpacked.folder} is not as it must be:\n${problems.join('\n')}`);
}

/** Compares a folder of resources with allow-list.txt, and the page's files with what the page uses. */
export function contentProblems(resources: string, { system, processor }: Omit<Unpacked, 'folder'>): string[] {
  const files = listContents(resources);
  const list = readFileSync(path.join(import.meta.dirname, 'allow-list.txt'), 'utf8');
  const page = 'app.asar/out/renderer/';
  const names = files.filter((file) => file.path.startsWith(page)).map((file) => file.path.slice(page.length));
  const read = (name: string): string => readPackaged(resources, page + name).toString();
  return [
    ...compareWithAllowList(files, list, `${system}-${processor}`),
    ...unusedPageFiles(names, read).map((name) => `+ ${page}${name} (the page does not use it)`),
  ];
}

/** Finds native modules of another system or processor by their headers. */
function processorProblems({ folder, system, processor }: Unpacked): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.node'));
  if (files.length === 0) return ['there is no native module'];
  return files.flatMap((file) => {
    const target = targetOf(readFileSync(path.join(folder, file)));
    return target === `${system}-${processor}` ? [] : [`${file} is made for ${target}, not ${system}-${processor}`];
  });
}

/** Compares the hash of app.asar that the program knows with the real one. Electron has none on Linux. */
function integrityProblems(unpacked: Unpacked): string[] {
  if (unpacked.system === 'linux') return [];
  const { expected, found } = integrityInProgram(programOf(unpacked), resourcesOf(unpacked));
  return found === expected ? [] : [`the program knows the hash ${found} of app.asar, which has ${expected}`];
}

async function fuseProblems(unpacked: Unpacked): Promise<string[]> {
  const different = await differentFuses(programOf(unpacked), fusesFor(unpacked.system, unpacked));
  return different.map((name) => `the fuse ${name} is not as demanded`);
}
