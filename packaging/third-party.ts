import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { billOfMaterials, type ShippedPackage } from './bill-of-materials.ts';

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

export async function writeThirdParty(
  root: string,
  packages: readonly ShippedPackage[],
  folder: string,
): Promise<void> {
  await writeFile(path.join(folder, 'THIRD-PARTY.txt'), notices(packages));
  await writeFile(path.join(folder, 'sbom.cdx.json'), await billOfMaterials(root, packages));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
