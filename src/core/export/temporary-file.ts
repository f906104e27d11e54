import { createHash, randomBytes } from 'node:crypto';
import { lstat, readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { isRunning, startOf } from '../running-process.ts';

/** Of a folder that several machines share, each knows only its own processes. */
const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 12);
const form = /^\.orderglass-export-([0-9a-f]{12})-(\d{1,10})-(\d{0,20})-[0-9a-f]{24}\.tmp$/;

/** A name that says which process writes the file, and that no other file has. */
export function temporaryName(): string {
  const random = randomBytes(12).toString('hex');
  return `.orderglass-export-${machine}-${process.pid}-${startOf(process.pid)}-${random}.tmp`;
}

/** Removes what killed processes of this program have left in a folder, as far as the system allows it. */
export async function removeLeftovers(folder: string): Promise<void> {
  try {
    for (const name of await readdir(folder)) {
      if (isLeftover(name)) await removeFile(path.join(folder, name)).catch(() => {});
    }
  } catch {
    // A folder that may be written but not read: the file can be written there all the same.
    return;
  }
}

function isLeftover(name: string): boolean {
  const [, writtenOn, processId, startedAt = ''] = form.exec(name) ?? [];
  return writtenOn === machine && !isRunning({ process: Number(processId), startedAt });
}

/** No more than a file of our own user, whatever its name. */
async function removeFile(file: string): Promise<void> {
  const found = await lstat(file);
  const isOurs = process.getuid === undefined || found.uid === process.getuid();
  if (found.isFile() && isOurs) await rm(file);
}
