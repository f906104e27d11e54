import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { hasProgram } from '../scripts/lib/find-chromium.mjs';
import { capture } from '../scripts/lib/run.mjs';
import { packagingTools } from '../scripts/lib/system-packages.mjs';
import { buildDesktop, prepareResources, processor } from './build-desktop.ts';
import { type Checks, silently } from './checks.ts';
import { metainfoName } from './metainfo.ts';
import { contentProblems } from './unpacked.ts';

const repository = 'owner/name';
/** Stands for the program that starts an AppImage. */
const runtime = 'stub of the runtime';

/** Builds a real AppImage and a real deb around the stub in `electronDist`, with the environment of a release, and reads them back. */
export async function proveLinux(checks: Checks, folder: string, electronDist: string): Promise<void> {
  const missing = Object.keys(packagingTools).filter((tool) => !hasProgram(tool, process.env));
  const appImage = path.join(folder, 'AppImage');
  const deb = path.join(folder, 'deb');
  await checks.check('linux: a real AppImage and a real deb', async () => {
    if (missing.length > 0) return [`not installed: ${missing.join(', ')}`];
    await build(folder, electronDist);
    return [...(await unpackAppImage(folder, appImage)), ...(await unpackDeb(folder, deb))];
  });
  await checks.check('AppImage: contents, menu entry', () => checkAppImage(appImage));
  await checks.check('deb: contents, menu entry, scripts', () => checkDeb(deb));
  await checks.check('linux: no package turns the sandbox off', async () => [
    ...sandboxProblems(appImage),
    ...sandboxProblems(deb),
  ]);
}

async function build(folder: string, electronDist: string): Promise<void> {
  await writeAppImageTools(path.join(folder, 'appimage-tools'));
  process.env.APPIMAGE_TOOLS_PATH = path.join(folder, 'appimage-tools');
  process.env.CUSTOM_FPM_PATH = path.join(import.meta.dirname, 'deb-without-fpm.ts');
  await prepareResources(repository);
  const output = path.join(folder, 'dist');
  const environment = { GITHUB_REPOSITORY: repository };
  await silently(() => buildDesktop('linux', { environment, electronDist, output, targets: ['AppImage', 'deb'] }));
}

/** Writes a folder that electron-builder takes for its tools for AppImages. */
async function writeAppImageTools(folder: string): Promise<void> {
  await mkdir(path.join(folder, 'runtimes'), { recursive: true });
  await mkdir(path.join(folder, `lib/${processor}`), { recursive: true });
  await writeFile(path.join(folder, `runtimes/runtime-${processor}`), runtime);
  for (const tool of ['mksquashfs', 'desktop-file-validate']) await symlink(pathOf(tool), path.join(folder, tool));
}

function pathOf(tool: string): string {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return folders.map((folder) => path.join(folder, tool)).find((file) => existsSync(file)) ?? tool;
}

function artifact(folder: string, ending: string): string {
  const name = readdirSync(path.join(folder, 'dist')).find((file) => file.endsWith(ending));
  return path.join(folder, 'dist', name ?? `no${ending}`);
}

async function unpackAppImage(folder: string, to: string): Promise<string[]> {
  const file = artifact(folder, '.AppImage');
  return run('unsquashfs', '-offset', String(runtime.length), '-dest', to, '-quiet', '-no-progress', file);
}

async function unpackDeb(folder: string, to: string): Promise<string[]> {
  const file = artifact(folder, '.deb');
  return [
    ...(await run('dpkg-deb', '--extract', file, to)),
    ...(await run('dpkg-deb', '--control', file, path.join(to, 'DEBIAN'))),
  ];
}

/** Returns the program's output if it fails. */
async function run(program: string, ...args: string[]): Promise<string[]> {
  const { code, output } = await capture(program, args);
  return code === 0 ? [] : [`${program}: ${output.trimEnd()}`];
}

async function checkAppImage(folder: string): Promise<string[]> {
  const resources = path.join(folder, 'resources');
  return [
    ...contentProblems(resources, { system: 'linux', processor }),
    ...updateProblems(resources),
    // electron-updater takes an AppImage with this file for a deb.
    ...(existsSync(path.join(resources, 'package-type')) ? ['package-type is in the AppImage'] : []),
    ...(await menuProblems(folder, 'orderglass.desktop', 'AppRun %U')),
  ];
}

async function checkDeb(folder: string): Promise<string[]> {
  const resources = path.join(folder, 'opt/Orderglass/resources');
  const contains = (file: string, ...parts: string[]): string[] => {
    const text = readFileSync(path.join(folder, file), 'utf8');
    return parts.filter((part) => !text.includes(part)).map((part) => `${file} lacks: ${part}`);
  };
  return [
    ...contentProblems(resources, { system: 'linux', processor }),
    ...updateProblems(resources),
    ...(await menuProblems(folder, 'usr/share/applications/orderglass.desktop', '/opt/Orderglass/orderglass %U')),
    ...contains('opt/Orderglass/resources/package-type', 'deb'),
    ...contains('opt/Orderglass/resources/apparmor-profile', '"/opt/Orderglass/orderglass"', 'userns,'),
    ...contains(
      'DEBIAN/postinst',
      '/opt/Orderglass/resources/apparmor-profile',
      "chmod 4755 '/opt/Orderglass/chrome-sandbox'",
    ),
    ...contains('DEBIAN/control', 'Package: orderglass\n', 'libsecret-1-0', 'Recommends: gnome-keyring'),
  ];
}

function updateProblems(resources: string): string[] {
  const file = path.join(resources, 'app-update.yml');
  if (!existsSync(file)) return ['app-update.yml is missing, so the program would not know where to look for updates'];
  const text = readFileSync(file, 'utf8');
  return ['provider: github', 'owner: owner', 'repo: name'].filter((line) => !text.includes(line));
}

/** Checks the menu entry and the description for software centers. `exec`: the command that the entry must have. */
async function menuProblems(folder: string, entry: string, exec: string): Promise<string[]> {
  const text = readFileSync(path.join(folder, entry), 'utf8');
  const keys = ['Comment[zh_CN]=', 'GenericName=', 'GenericName[zh_CN]='];
  return [
    ...(text.includes(`\nExec=${exec}\n`) ? [] : [`${entry} starts ${/^Exec=.*$/m.exec(text)?.[0]}, not ${exec}`]),
    ...keys.filter((key) => !text.includes(`\n${key}`)).map((key) => `${entry} lacks ${key}`),
    ...(await run('desktop-file-validate', path.join(folder, entry))),
    ...(await run('appstreamcli', 'validate', '--no-net', path.join(folder, 'usr/share/metainfo', metainfoName))),
  ];
}

/**
 * Finds files with the switch that turns Chromium's sandbox off. Two may have it: the script that starts an AppImage, which adds it if the
 * system has no user namespaces, and the program, which then refuses to start.
 */
function sandboxProblems(folder: string): string[] {
  const allowed = ['AppRun', 'resources/app.asar', 'opt/Orderglass/resources/app.asar'];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => path.relative(folder, path.join(file.parentPath, file.name)))
    .filter((file) => !allowed.includes(file) && readFileSync(path.join(folder, file)).includes('no-sandbox'))
    .map((file) => `${file} contains "no-sandbox"`);
}
