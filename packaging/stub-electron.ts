import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { NtExecutable, NtExecutableResource, Resource } from 'resedit';

/** Fuses of Electron 45 as they come from npm, in the order of its fuses.json5: 0 is off, 1 is on. */
const usualFuses = '101100011';

/** Text before the fuses in Electron's program (its documentation, "Electron Fuses"). */
const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
/** Version of the fuse wire. */
const wireVersion = 1;

/** Writes a folder that electron-builder takes for an unpacked Electron, with a fuse wire and without a program. */
export async function writeStubElectron(folder: string, system: 'linux' | 'win32', fuses = usualFuses): Promise<void> {
  const program = Buffer.concat([system === 'win32' ? emptyProgram() : Buffer.from('\x7fELF stub\0'), wire(fuses)]);
  const files: Record<string, string | Buffer> = {
    [system === 'win32' ? 'electron.exe' : 'electron']: program,
    'chrome-sandbox': 'stub',
    LICENSE: 'The license of Electron',
    'LICENSES.chromium.html': 'The licenses of Chromium',
    'locales/en-US.pak': 'stub',
    'locales/de.pak': 'stub',
    'locales/zh-CN.pak': 'stub',
  };
  for (const [file, content] of Object.entries(files)) {
    await mkdir(path.join(folder, path.dirname(file)), { recursive: true });
    await writeFile(path.join(folder, file), content, { mode: 0o755 });
  }
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
