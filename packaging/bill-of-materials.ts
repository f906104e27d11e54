import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { electronProgram } from '../scripts/lib/electron.mjs';
import { sourceDate } from './source-date.ts';

/** A package of which parts are in Orderglass' packages. */
export interface ShippedPackage {
  name: string;
  version: string;
  /** SPDX expression. */
  license: string;
  /** Text of the license; `null` for Electron, which brings its own files. */
  text: string | null;
}

/**
 * Returns a bill of materials (CycloneDX) of the shipped packages, from npm's of all packages, with the minimum elements of the NTIA:
 * supplier, author, and time. The same commit gives the same text on every machine with the same npm.
 */
export async function billOfMaterials(root: string, packages: readonly ShippedPackage[]): Promise<string> {
  // What is shipped, whatever the user has told npm to omit.
  const include = ['--include=dev', '--include=optional'];
  const args = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--loglevel=error', ...include];
  const { stdout } = await promisify(execFile)('npm', args, {
    cwd: root,
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  });
  const { serialNumber: _random, metadata, components, dependencies, ...rest } = JSON.parse(stdout) as Bill;
  const shipped = new Map(packages.map((one) => [`${one.name}@${one.version}`, one]));
  const kept = components.filter(({ purl }) => shipped.has(nameOf(purl)));
  const missing = [...shipped.keys()].filter((name) => !kept.some(({ purl }) => nameOf(purl) === name));
  if (missing.length > 0) throw new Error(`npm's bill of materials lacks ${missing.join(', ')}.`);
  const { component, tools } = metadata;
  const inside = shipped.has(`electron@${versionOfElectron(root)}`) ? await partsOfElectron(root) : [];
  const refs = new Set([component['bom-ref'], ...kept.map((one) => one['bom-ref'])]);
  const bill = {
    ...rest,
    metadata: {
      timestamp: new Date(sourceDate() * 1000).toISOString(),
      tools,
      authors: [orderglass],
      component: { ...component, type: 'application', name: 'orderglass', supplier: orderglass, properties: [] },
      supplier: orderglass,
    },
    // Development packages of the repository are parts of the program: they are bundled.
    components: [
      ...kept.map((one) => ({
        ...one,
        name: nameOf(one.purl).replace(/@[^@]*$/, ''),
        supplier: { name: supplierOf(shipped.get(nameOf(one.purl))) },
        scope: one.name === 'keytar' ? 'optional' : 'required',
        properties: [],
        ...(one.name === 'electron' ? { externalReferences: zipsOfElectron(root) } : {}),
      })),
      ...inside,
    ],
    dependencies: dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn }) => ({
        ref,
        dependsOn: [
          ...dependsOn.filter((one) => refs.has(one)),
          ...(ref.startsWith('electron@') ? inside.map((one) => one['bom-ref']) : []),
        ],
      })),
  };
  return `${JSON.stringify({ ...bill, serialNumber: serialNumberOf(bill) }, null, 2)}\n`;
}

interface Bill {
  serialNumber: string;
  metadata: { tools: object[]; component: { 'bom-ref': string } };
  components: { 'bom-ref': string; name: string; purl: string }[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

const orderglass = { name: 'Orderglass contributors' };

/** Suppliers of packages whose license names none. */
const suppliers: Readonly<Record<string, string>> = {
  hyparquet: 'Hyperparam',
  'hyparquet-writer': 'Hyperparam',
  '@modelcontextprotocol/server': 'Anthropic, PBC',
  electron: 'Electron contributors',
  'graceful-fs': 'Isaac Z. Schlueter',
  sax: 'Isaac Z. Schlueter',
};

/** Returns the holder of the copyright. Throws if neither the license nor `suppliers` names one. */
function supplierOf({ name, text }: ShippedPackage = { name: '', version: '', license: '', text: null }): string {
  const line = /^[ \t]*copyright (?:\(c\)|©)?[ \t]*(?:`?<?\d[\d –-]*(?:present)?>?`?)?,?[ \t]*(?:by )?(.+)$/im.exec(
    text ?? '',
  );
  const holder = suppliers[name] ?? line?.[1]?.replace(/ *[<(].*$| and the .* listed at .*$|[`]/g, '').trim();
  if (!holder) throw new Error(`The license of ${name} names no supplier: add it to packaging/bill-of-materials.ts.`);
  return holder;
}

/** Returns a serial number that depends on nothing but the content, in the form of a UUID. */
function serialNumberOf(bill: object): string {
  const digits = createHash('sha256').update(JSON.stringify(bill)).digest('hex');
  // Version 8 and variant 10: a UUID whose bits an application has chosen.
  const parts = [digits.slice(0, 8), digits.slice(8, 12), `8${digits.slice(13, 16)}`, `8${digits.slice(17, 20)}`];
  return `urn:uuid:${[...parts, digits.slice(20, 32)].join('-')}`;
}

/** Returns `name@version` of a package URL of npm. */
function nameOf(purl: string): string {
  return decodeURIComponent(purl.replace('pkg:npm/', ''));
}

function versionOfElectron(root: string): string {
  return JSON.parse(readFileSync(path.join(root, 'node_modules/electron/package.json'), 'utf8')).version;
}

/** Returns where Electron's programs come from, with the checksums in npm's package of Electron. */
function zipsOfElectron(root: string): object[] {
  const checksums: Record<string, string> = JSON.parse(
    readFileSync(path.join(root, 'node_modules/electron/checksums.json'), 'utf8'),
  );
  const version = versionOfElectron(root);
  return Object.entries(checksums)
    .filter(([file]) => new RegExp(`^electron-v${version}-(linux|win32|darwin)-(x64|arm64)\\.zip$`).test(file))
    .map(([file, content]) => ({
      type: 'distribution',
      url: `https://github.com/electron/electron/releases/download/v${version}/${file}`,
      hashes: [{ alg: 'SHA-256', content }],
    }));
}

interface Part {
  'bom-ref': string;
}

/**
 * Returns Chromium and Node, which are inside Electron. Only Electron's program knows their versions: without it, as in
 * npm run package:check, they have none.
 */
async function partsOfElectron(root: string): Promise<Part[]> {
  const program = electronProgram(root);
  const versions = program === null ? {} : await versionsIn(program);
  const part = (name: string, supplier: string, license: string, version: string | undefined): Part => ({
    'bom-ref': `electron/${name}`,
    ...{ type: 'framework', name, ...(version === undefined ? {} : { version }), supplier: { name: supplier } },
    ...{ scope: 'required', licenses: [{ license: { id: license } }] },
  });
  return [
    part('chromium', 'The Chromium Authors', 'BSD-3-Clause', versions.chrome),
    part('node', 'Node.js contributors', 'MIT', versions.node),
  ];
}

async function versionsIn(program: string): Promise<{ chrome?: string; node?: string }> {
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' };
  const { stdout } = await promisify(execFile)(program, ['-p', 'JSON.stringify(process.versions)'], { env });
  return JSON.parse(stdout);
}
