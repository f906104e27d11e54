import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Arch, build, Platform } from 'electron-builder';
import { type BuildChoices, builderConfiguration, homePage } from './electron-builder.ts';
import { drawIcons } from './icons.ts';
import { metainfo, metainfoName } from './metainfo.ts';
import { sourceDate } from './source-date.ts';
import { desktopBundles, shippedPackages, writeThirdParty } from './third-party.ts';
import { inspectPackage, type Processor, type System, unpackedIn } from './unpacked.ts';

export const root: string = path.resolve(import.meta.dirname, '..');
const generated = path.join(root, 'packaging/.build');
/** Processor of this machine. */
export const processor: Processor = process.arch === 'arm64' ? 'arm64' : 'x64';

/** Packages that are folders beside the bundles, and Electron itself. */
const folders = ['keytar', 'electron'];

/**
 * Draws the icons and writes the notices, the bill of materials, and the description for software centers. Needs a built `out`.
 * `repository`: OWNER/NAME on GitHub, if the packages are for a release.
 */
export async function prepareResources(repository: string | undefined): Promise<void> {
  if (!existsSync(path.join(root, 'node_modules/keytar'))) {
    throw new Error('keytar is not installed, so the package would have no keychain. Run "npm ci" without --omit.');
  }
  await rm(generated, { recursive: true, force: true });
  await mkdir(path.join(generated, 'resources'), { recursive: true });
  await drawIcons(path.join(root, 'resources/icon.svg'), path.join(generated, 'resources'));
  await writeThirdParty(root, await shippedPackages(root, { bundles: desktopBundles, folders }), generated);
  const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as { version: string };
  const description = metainfo({ version, date: sourceDate(), homePage: homePage(repository) });
  await writeFile(path.join(generated, metainfoName), description);
}

/**
 * Builds the packages of a system for the processor of this machine, and inspects them. Returns their paths. Needs the prepared
 * resources. `targets`: electron-builder's names, such as `dir` for the unpacked folder only. Default: all of the configuration.
 */
export async function buildDesktop(
  system: System,
  { targets = null, ...choices }: BuildChoices & { targets?: string[] | null },
): Promise<string[]> {
  sourceDate();
  const packages = await build({
    projectDir: root,
    config: builderConfiguration(system, choices),
    targets: platformOf(system).createTarget(targets, Arch[processor]),
    publish: 'never',
  });
  const output = path.resolve(root, choices.output ?? 'dist');
  // Signing and the formats of packages have changed the folder since its first inspection.
  await inspectPackage({ ...unpackedIn(output, system, processor), inspectable: choices.inspectable ?? false });
  // The release has it beside the packages.
  await cp(path.join(generated, 'sbom.cdx.json'), path.join(output, 'sbom.cdx.json'));
  return packages;
}

export function platformOf(system: System): Platform {
  return { linux: Platform.LINUX, win32: Platform.WINDOWS, darwin: Platform.MAC }[system];
}
