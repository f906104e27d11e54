import { lstat, open, realpath, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from '../atomic-file.ts';
import { removeLeftovers, temporaryName } from './temporary-file.ts';

/**
 * Writes a file of any size part by part and answers its length in bytes. Until it is whole it has another name in the same folder,
 * for its owner's eyes only: whoever opens `target` finds what was there before or the whole of it, also after a crash at any moment. The next part
 * is asked for when the one before is written. Rejects with the signal's reason, with what the parts fail with or with the system's
 * error; then `target` is as it was and nothing is left beside it.
 */
export async function writeFileInParts(
  target: string,
  parts: AsyncIterable<string>,
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
    try {
      for await (const part of parts) {
        signal.throwIfAborted();
        const bytes = Buffer.from(part);
        // Goes on from where the part before has ended.
        await handle.writeFile(bytes);
        length += bytes.length;
      }
      await handle.sync();
    } finally {
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

/** The file itself where `target` is a link to it. Throws where something else than a file is there, which renaming could replace. */
async function replaceableFile(target: string): Promise<string> {
  const file = await realpath(target).catch(() => target);
  const found = await lstat(file).catch(() => null);
  if (found && !found.isFile()) throw Object.assign(new Error('not a file'), { code: 'EISDIR', syscall: 'rename' });
  return file;
}
