import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import envPaths from 'env-paths';
import { z } from 'zod';
import { isRunning, startOf } from './running-process.ts';

const lockSchema = z.object({
  process: z.number().int().positive(),
  startedAt: z.string(),
  /** When the machine was started, in seconds since 1970. */
  bootedAt: z.number().optional(),
});
type Holder = z.output<typeof lockSchema>;

/** Seconds. A clock that is set while the machine runs moves the time at which it seems to have been started. */
const bootNoise = 3600;

/** Where the program keeps its files unless it is told otherwise: the same in both hosts. */
export function defaultDataFolder(): string {
  return envPaths('orderglass', { suffix: '' }).data;
}

/** Somebody else works on the data folder. The message is for the user. */
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
 * Keeps a second process off a data folder, which it makes where it is missing. Answers a function that lets go.
 * A lock whose holder is no more is taken over. Throws `DataFolderInUse`, or the file system's error.
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

/** False where the file is there already: of two that write at once, one does. */
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

/** After a power cut, the number of a process belongs to another one, which not every system can tell apart. */
function isOfEarlierBoot({ bootedAt }: Holder): boolean {
  return bootedAt !== undefined && bootedAt < bootTime() - bootNoise;
}

function bootTime(): number {
  return Math.round(Date.now() / 1000 - os.uptime());
}
