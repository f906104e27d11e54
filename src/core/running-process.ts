import { readFileSync } from 'node:fs';

/** A process as a file can name it: its number alone may belong to another one later. */
export interface ProcessMark {
  readonly process: number;
  /** When it started, see `startOf`. */
  readonly startedAt: string;
}

/** Whether the very process still runs; on systems other than Linux, whether one of its number does. */
export function isRunning(mark: ProcessMark): boolean {
  try {
    process.kill(mark.process, 0);
  } catch (error) {
    // Not allowed to signal it: it runs, under another user.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  return startOf(mark.process) === mark.startedAt;
}

/** When a process started, in ticks since the machine did; "" where the system does not tell in a file (other than Linux). */
export function startOf(processId: number): string {
  try {
    const status = readFileSync(`/proc/${processId}/stat`, 'utf8');
    // The second field is the program's name in brackets, which may contain anything; the start is the 22nd field.
    return status.slice(status.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
