import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { lstat, open, readdir, realpath, rename, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { release } from '../../history/index.ts';
import { syncFolder } from '../files/atomic-file.ts';

/** Bytes after which what is written so far goes to the disk. */
const syncedBytes = 1 << 24;

/**
 * Writes a file of any size part by part and returns its length in bytes. A part is requested while the previous one is written. Parts are
 * freed when they are written.
 *
 * Until the file is complete it has a temporary name in the same folder and is readable for its owner only. `target` is therefore the
 * old file or the complete new one, also after a crash. Rejects with the signal's reason, with the error of the parts, or with the error
 * of the system. Then `target` is unchanged, and the temporary file is removed.
 */
export async function writeFileInParts(
  target: string,
  parts: AsyncIterable<string | Uint8Array> | Iterable<Uint8Array>,
  signal: AbortSignal,
): Promise<number> {
  const file = await replaceableFile(target);
  const folder = path.dirname(file);
  await removeLeftovers(folder);
  signal.throwIfAborted();
  const temporary = path.join(folder, temporaryName());
  const handle = await open(temporary, 'wx', 0o600);
  try {
    let length = 0;
    let writing = Promise.resolve();
    // The disk works while further parts are made: otherwise all of it is waited for at the end.
    let [syncing, unsynced] = [Promise.resolve(), 0];
    try {
      for await (const part of parts) {
        signal.throwIfAborted();
        const bytes = typeof part === 'string' ? Buffer.from(part) : part;
        await writing;
        // `writeFile` of a handle continues at its current position.
        writing = handle.writeFile(bytes).then(() => release(bytes));
        // A failure is thrown before the next part is written.
        writing.catch(() => {});
        length += bytes.length;
        unsynced += bytes.length;
        if (unsynced < syncedBytes) continue;
        await syncing;
        syncing = handle.datasync();
        syncing.catch(() => {});
        unsynced = 0;
      }
      await writing;
      await syncing;
      await handle.sync();
    } finally {
      await writing.catch(() => {});
      await syncing.catch(() => {});
      await handle.close();
    }
    signal.throwIfAborted();
    await rename(temporary, file);
    await syncFolder(folder);
    return length;
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
}

/** Returns the path of the file, resolved if `target` is a link. Throws for anything but a file, because renaming could replace it. */
export async function replaceableFile(target: string): Promise<string> {
  const file = await realpath(target).catch(() => target);
  const found = await lstat(file).catch(() => null);
  if (found && !found.isFile())
    throw Object.assign(new Error(`${file} is not a file`), { code: 'EISDIR', syscall: 'rename' });
  return file;
}

/** Identifies this machine in names of temporary files, because a shared folder may hold files of processes of other machines. */
const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 12);
const temporaryForm = /^\.orderglass-export-([0-9a-f]{12})-(\d{1,10})-(\d{0,20})-[0-9a-f]{24}\.tmp$/;

/** Returns a unique name that tells which process writes the file. */
export function temporaryName(): string {
  const random = randomBytes(12).toString('hex');
  return `.orderglass-export-${machine}-${process.pid}-${startOf(process.pid)}-${random}.tmp`;
}

/** Removes temporary files that killed processes of this program have left in a folder. Never rejects. */
export async function removeLeftovers(folder: string): Promise<void> {
  try {
    for (const name of await readdir(folder)) {
      if (isLeftover(name)) await removeFile(path.join(folder, name)).catch(() => {});
    }
  } catch {
    // The folder can perhaps be written but not read. The export can be written there anyway.
    return;
  }
}

function isLeftover(name: string): boolean {
  const [, writtenOn, processId, startedAt = ''] = temporaryForm.exec(name) ?? [];
  return writtenOn === machine && !isRunning(Number(processId), startedAt);
}

/** Removes a file only if the current user owns it. */
async function removeFile(file: string): Promise<void> {
  const found = await lstat(file);
  const isOurs = process.getuid === undefined || found.uid === process.getuid();
  if (found.isFile() && isOurs) await rm(file);
}

/** True if this process still runs. On systems other than Linux, true if any process with its ID runs. */
function isRunning(processId: number, startedAt: string): boolean {
  try {
    process.kill(processId, 0);
  } catch (error) {
    // EPERM: the process runs under another user.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  return startOf(processId) === startedAt;
}

/** Returns the start of a process in clock ticks since the computer's start; '' on systems other than Linux. */
function startOf(processId: number): string {
  try {
    const status = readFileSync(`/proc/${processId}/stat`, 'utf8');
    // The start is field 22. Field 2, the program's name in parentheses, may contain spaces and parentheses.
    return status.slice(status.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
