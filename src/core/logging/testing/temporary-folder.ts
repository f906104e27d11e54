import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** Gone when the test is over. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'orderglass-log-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** The text of each file of a folder, the oldest of the rotated first. */
export async function readLogs(folder: string): Promise<string[]> {
  const names = (await readdir(folder).catch(() => [])).sort().reverse();
  // While it is being written a file may just have got another name.
  return Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8').catch(() => '')));
}
