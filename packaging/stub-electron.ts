import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { NtExecutable, NtExecutableResource, Resource } from 'resedit';
import type { System } from './unpacked.ts';

/** Fuses of Electron 45 as they come from npm, in the order of its fuses.json5: 0 is off, 1 is on. */
const usualFuses = '101100011';

/** Text before the fuses in Electron's program (its documentation, "Electron Fuses"). */
const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
/** Version of the fuse wire. */
const wireVersion = 1;

/** Writes a folder that electron-builder takes for an unpacked Electron, with a fuse wire and without a program. */
export async function writeStubElectron(folder: string, system: System): Promise<void> {
  const files: Record<string, string | Buffer> = {
    ...partsOf(system, wire(usualFuses)),
    LICENSE: 'The license of Electron',
    'LICENSES.chromium.html': 'The licenses of Chromium',
  };
  for (const [file, content] of Object.entries(files)) {
    await mkdir(path.join(folder, path.dirname(file)), { recursive: true });
    await writeFile(path.join(folder, file), content, { mode: 0o755 });
  }
}

function partsOf(system: System, fuses: Buffer): Record<string, string | Buffer> {
  const locales = { 'locales/en-US.pak': 'stub', 'locales/de.pak': 'stub', 'locales/zh-CN.pak': 'stub' };
  switch (system) {
    case 'linux':
      return { electron: Buffer.concat([Buffer.from('\x7fELF stub\0'), fuses]), 'chrome-sandbox': 'stub', ...locales };
    case 'win32':
      return { 'electron.exe': Buffer.concat([emptyProgram(), fuses]), ...locales };
    case 'darwin':
      return bundle(fuses);
  }
}

/** Returns the files of a bundle of macOS that electron-builder renames or changes. */
function bundle(fuses: Buffer): Record<string, string | Buffer> {
  const contents = 'Electron.app/Contents';
  const helper = `${contents}/Frameworks/Electron Helper.app/Contents`;
  const framework = `${contents}/Frameworks/Electron Framework.framework`;
  return {
    [`${contents}/Info.plist`]: '<plist><dict><key>CFBundleIconFile</key><string>electron.icns</string></dict></plist>',
    [`${contents}/MacOS/Electron`]: 'stub',
    [`${contents}/Resources/electron.icns`]: 'stub',
    // electron-builder moves both here, but only from Electron's zip.
    [`${contents}/Resources/LICENSE.electron.txt`]: 'The license of Electron',
    [`${contents}/Resources/LICENSES.chromium.html`]: 'The licenses of Chromium',
    [`${helper}/Info.plist`]: '<plist><dict></dict></plist>',
    [`${helper}/MacOS/Electron Helper`]: 'stub',
    [`${framework}/Electron Framework`]: fuses,
    [`${framework}/Versions/A/Resources/en.lproj/locale.pak`]: 'stub',
    [`${framework}/Versions/A/Resources/de.lproj/locale.pak`]: 'stub',
  };
}

/** Returns the wire as Electron's program contains it: sentinel, version, number of fuses, fuses. */
function wire(fuses: string): Buffer {
  return Buffer.concat([
    Buffer.from(sentinel),
    Buffer.from([wireVersion, fuses.length]),
    Buffer.from(fuses),
    Buffer.alloc(16),
  ]);
}

/** Returns an empty program of Windows with a version, which electron-builder replaces. */
function emptyProgram(): Buffer {
  const program = NtExecutable.createEmpty(false, false);
  const resources = NtExecutableResource.from(program);
  const version = Resource.VersionInfo.createEmpty();
  version.setFileVersion('45.0.0', 1033);
  version.setStringValues({ lang: 1033, codepage: 1200 }, { ProductName: 'Electron' }, true);
  version.outputToResourceEntries(resources.entries);
  resources.outputResource(program);
  return Buffer.from(program.generate());
}
