import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import envPaths from 'env-paths';
import { z } from 'zod';
import { isRunning, startOf } from './running-process.ts';

const lockSchema = z.object({
  process: z.number().int().positive(),
  startedAt: z.string(),
  /** Start of the computer, in epoch seconds. */
  bootedAt: z.number().optional(),
});
type Holder = z.output<typeof lockSchema>;

/** Tolerance (s) for the start of the computer. Setting the clock changes the calculated start. */
const bootToleranceSeconds = 3600;

/** Default data folder of both hosts. */
export function defaultDataFolder(): string {
  return envPaths('orderglass', { suffix: '' }).data;
}

/** Another process uses the data folder. The message is for the user. */
export class DataFolderInUse extends Error {
  readonly folder: string;
  readonly holder: number;

  constructor(folder: string, holder: number) {
    super(
      `Orderglass is already running with this data folder (process ${holder}): ${folder}\n` +
        'Quit it first, or start with another folder: --data-dir DIR.',
    );
    this.name = 'DataFolderInUse';
    this.folder = folder;
    this.holder = holder;
  }
}

/**
 * Locks a data folder for this process; creates it if it is missing. Returns a function that unlocks it. Replaces the lock of a process
 * that no longer runs. Throws `DataFolderInUse`, or the file system's error.
 */
export function lockDataFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, 'orderglass.lock');
  const own: Holder = { process: process.pid, startedAt: startOf(process.pid), bootedAt: bootTime() };
  const content = `${JSON.stringify(own)}\n`;

  if (!writeNew(file, content)) {
    const holder = readHolder(file);
    if (holder && !isOfEarlierBoot(holder) && isRunning(holder)) throw new DataFolderInUse(folder, holder.process);
    rmSync(file, { force: true });
    if (!writeNew(file, content)) throw new DataFolderInUse(folder, readHolder(file)?.process ?? 0);
  }
  return () => {
    if (readHolder(file)?.process === process.pid) rmSync(file, { force: true });
  };
}

/** Creates a file atomically. Returns false if it exists. */
function writeNew(file: string, content: string): boolean {
  try {
    writeFileSync(file, content, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

function readHolder(file: string): Holder | null {
  try {
    return lockSchema.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data ?? null;
  } catch {
    return null;
  }
}

/** True if the lock is from before the computer's last start: its process ID may belong to another process now. */
function isOfEarlierBoot({ bootedAt }: Holder): boolean {
  return bootedAt !== undefined && bootedAt < bootTime() - bootToleranceSeconds;
}

function bootTime(): number {
  return Math.round(Date.now() / 1000 - os.uptime());
}
