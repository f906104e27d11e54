import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, onTestFinished } from 'vitest';
import type { StoreFolder } from './store-folder.ts';

/**
 * Runs a program that saves pages into the archive of `folder` and prints a line `saved` after each. Kills it at a random
 * moment after `lines` lines. Returns the number of pages that it confirmed.
 */
export async function savedUntilKilled(
  folder: StoreFolder,
  program: string,
  { pageCount, first, lines }: { pageCount: number; first: number; lines: number },
): Promise<number> {
  const child = spawn(process.execPath, [program, folder.place.path, String(pageCount), String(first)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = 0;
  let saved = 0;
  createInterface(child.stdout).on('line', (line) => {
    said++;
    if (line === 'saved') saved++;
    // The process continues while the signal is on its way, so that the kill comes at any moment.
    if (said === lines) child.kill('SIGKILL');
  });
  const [, signal] = await once(child, 'close');
  expect(signal).toBe('SIGKILL');
  return saved;
}
