import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

/** A package of which parts are in Orderglass' packages. */
export interface ShippedPackage {
  name: string;
  version: string;
  /** SPDX expression. */
  license: string;
  /** Text of the license; `null` for Electron, which brings its own files. */
  text: string | null;
}

/** Lists of the packages in each bundle of the desktop program, which the build writes. */
export const desktopBundles: readonly string[] = [
  'out/main/licenses.json',
  'out/main/history-worker.licenses.json',
  'out/renderer/licenses.json',
];

/** Returns the packages in the bundles, and those in folders of their own. Throws if a license text is missing. */
export async function shippedPackages(
  root: string,
  { bundles, folders }: { bundles: readonly string[]; folders: readonly string[] },
): Promise<ShippedPackage[]> {
  const found = new Map<string, ShippedPackage>();
  const add = (one: ShippedPackage): void => void found.set(`${one.name}@${one.version}`, one);
  for (const file of bundles) {
    const list = JSON.parse(await readFile(path.join(root, file), 'utf8')) as BundledPackage[];
    for (const { name, version, identifier, text = await missingText(root, name) } of list) {
      add({ name, version, license: identifier, text });
    }
  }
  for (const name of folders) add(await installedPackage(root, name));
  const packages = [...found.values()].sort((a, b) => compare(a.name, b.name) || compare(a.version, b.version));
  const silent = packages.filter(({ text }) => text === '');
  if (silent.length > 0) throw new Error(`No license text: ${silent.map(({ name }) => name).join(', ')}.`);
  return packages;
}

interface BundledPackage {
  name: string;
  version: string;
  identifier: string;
  text?: string;
}

/** Authors of packages under the MIT license that contain no text of it. */
const authors: Readonly<Record<string, string>> = { 'lazy-val': 'Vladimir Krivosheev' };

/** Returns the text of the MIT license with the author of a package; '' for an unknown package. */
async function missingText(root: string, name: string): Promise<string> {
  const author = authors[name];
  if (author === undefined) return '';
  return (await readFile(path.join(root, 'LICENSE'), 'utf8')).replace(/^Copyright .*$/m, `Copyright (c) ${author}`);
}

/** Returns the package in a folder of node_modules, whose name there can be another one. */
async function installedPackage(root: string, folderName: string): Promise<ShippedPackage> {
  const folder = path.join(root, 'node_modules', folderName);
  const { name, version, license } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
  if (name === 'electron') return { name, version, license, text: null };
  return { name, version, license, text: await readFile(path.join(folder, 'LICENSE.md'), 'utf8') };
}

/** Returns the notices for all packages, one license text after the other. */
function notices(packages: readonly ShippedPackage[]): string {
  const line = '-'.repeat(80);
  const parts = packages.map(({ name, version, license, text }) => {
    const words = text?.trim() ?? 'See LICENSE.electron.txt and LICENSES.chromium.html.';
    return `${line}\n${name} ${version} (${license})\n${line}\n\n${words}\n`;
  });
  return `Orderglass contains parts of these packages.\n\n${parts.join('\n')}`;
}

/** Returns npm's bill of materials (CycloneDX) with only the shipped packages. The same input gives the same text. */
async function billOfMaterials(root: string, packages: readonly ShippedPackage[]): Promise<string> {
  const args = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--loglevel=error'];
  const { stdout } = await promisify(execFile)('npm', args, {
    cwd: root,
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  });
  const { serialNumber: _random, metadata, components, dependencies, ...rest } = JSON.parse(stdout) as Bill;
  const shipped = new Set(packages.map(({ name, version }) => `${name}@${version}`));
  const kept = components.filter(({ purl }) => shipped.has(nameOf(purl)));
  const missing = [...shipped].filter((name) => !kept.some(({ purl }) => nameOf(purl) === name));
  if (missing.length > 0) throw new Error(`npm's bill of materials lacks ${missing.join(', ')}.`);
  const refs = new Set(kept.map((component) => component['bom-ref']));
  const { component } = metadata;
  refs.add(component['bom-ref']);
  const bill = {
    ...rest,
    metadata: { component: { ...component, type: 'application', name: 'orderglass', properties: [] } },
    // Development packages of the repository are parts of the program: they are bundled.
    components: kept.map((one) => ({
      ...one,
      name: nameOf(one.purl).replace(/@[^@]*$/, ''),
      scope: one.name === 'keytar' ? 'optional' : 'required',
      properties: [],
    })),
    dependencies: dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) })),
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}

interface Bill {
  serialNumber: string;
  metadata: { component: { 'bom-ref': string } };
  components: { 'bom-ref': string; name: string; purl: string }[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

/** Returns `name@version` of a package URL of npm. */
function nameOf(purl: string): string {
  return decodeURIComponent(purl.replace('pkg:npm/', ''));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

export async function writeThirdParty(
  root: string,
  packages: readonly ShippedPackage[],
  folder: string,
): Promise<void> {
  await writeFile(path.join(folder, 'THIRD-PARTY.txt'), notices(packages));
  await writeFile(path.join(folder, 'sbom.cdx.json'), await billOfMaterials(root, packages));
}
