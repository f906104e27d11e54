import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { extractFile, listPackage, statFile } from '@electron/asar';
import type { PackagedFile } from './allow-list.ts';

/** Returns the files of a package's folder "resources". Those in app.asar have paths that start with `app.asar/`. */
export function listContents(resources: string): PackagedFile[] {
  const asar = path.join(resources, 'app.asar');
  const packed = listPackage(asar, { isPack: false }).flatMap((entry) => {
    const name = entry.slice(1).replaceAll('\\', '/');
    const stat = statFile(asar, name);
    return 'files' in stat || ('unpacked' in stat && stat.unpacked)
      ? []
      : [{ path: `app.asar/${name}`, bytes: sizeOf(stat) }];
  });
  const others = readdirSync(resources, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'app.asar')
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => ({ path: path.relative(resources, file).replaceAll(path.sep, '/'), bytes: statSync(file).size }));
  return [...packed, ...others];
}

function sizeOf(stat: object): number {
  return 'size' in stat ? Number(stat.size) : 0;
}

/** Returns the content of a file that `listContents` has named. */
export function readPackaged(resources: string, file: string): Buffer {
  const inAsar = /^app\.asar\/(.*)$/.exec(file)?.[1];
  return inAsar === undefined
    ? readFileSync(path.join(resources, file))
    : extractFile(path.join(resources, 'app.asar'), inAsar);
}
