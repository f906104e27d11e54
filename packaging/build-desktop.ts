import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Arch, build, Platform } from 'electron-builder';
import { type BuildChoices, builderConfiguration, type System } from './electron-builder.ts';
import { drawIcons } from './icons.ts';
import { desktopBundles, shippedPackages, writeThirdParty } from './third-party.ts';

export const root: string = path.resolve(import.meta.dirname, '..');
const generated = path.join(root, 'packaging/.build');

/** Packages that are folders beside the bundles, and Electron itself. */
const folders = ['keytar', 'electron'];

/** Draws the icons and writes the notices and the bill of materials. Needs a built `out`. */
export async function prepareResources(): Promise<void> {
  if (!existsSync(path.join(root, 'node_modules/keytar'))) {
    throw new Error('keytar is not installed, so the package would have no keychain. Run "npm ci" without --omit.');
  }
  await rm(generated, { recursive: true, force: true });
  await mkdir(path.join(generated, 'resources'), { recursive: true });
  await drawIcons(path.join(root, 'resources/icon.svg'), path.join(generated, 'resources'));
  await writeThirdParty(root, await shippedPackages(root, { bundles: desktopBundles, folders }), generated);
}

/**
 * Builds the packages of a system for the processor of this machine, or only the unpacked folder. Returns the paths of the packages.
 * Needs the prepared resources.
 */
export async function buildDesktop(
  platform: Platform,
  { isFolder, ...choices }: BuildChoices & { isFolder: boolean },
): Promise<string[]> {
  process.env.SOURCE_DATE_EPOCH ??= commitTime();
  const arch = process.arch === 'arm64' ? Arch.arm64 : Arch.x64;
  const packages = await build({
    projectDir: root,
    config: builderConfiguration(platform.nodeName as System, choices),
    targets: platform.createTarget(isFolder ? 'dir' : null, arch),
    publish: 'never',
  });
  // The release has it beside the packages.
  await cp(path.join(generated, 'sbom.cdx.json'), path.resolve(root, choices.output ?? 'dist', 'sbom.cdx.json'));
  return packages;
}

export function hostPlatform(): Platform {
  return Platform.current();
}

/** Epoch seconds of the commit; 0 outside of a repository. */
function commitTime(): string {
  try {
    return execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' }).trim();
  } catch {
    return '0';
  }
}
