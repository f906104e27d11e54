import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/**
 * Replaces a file atomically: readers find the old or the new text, also after a crash at any moment. Only the owner can read the file.
 * Rejects with the system's error and leaves the file unchanged.
 */
export async function writeFileAtomically(file: string, text: string): Promise<void> {
  const folder = path.dirname(file);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const temporary = path.join(folder, `.${path.basename(file)}.${process.pid}.tmp`);
  try {
    const handle = await open(temporary, 'w', 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
  await syncFolder(folder);
}

/** Makes a rename in the folder survive a power cut. Some systems cannot sync folders; then nothing happens. */
export async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    await handle.sync().finally(() => handle.close());
  } catch {
    return;
  }
}
