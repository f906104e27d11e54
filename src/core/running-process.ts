import { readFileSync } from 'node:fs';

/** Identifies a process in a file. The process ID alone may belong to another process later. */
export interface ProcessMark {
  readonly process: number;
  /** See `startOf`. */
  readonly startedAt: string;
}

/** True if this process still runs. On systems other than Linux, true if any process with its ID runs. */
export function isRunning(mark: ProcessMark): boolean {
  try {
    process.kill(mark.process, 0);
  } catch (error) {
    // EPERM: the process runs under another user.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  return startOf(mark.process) === mark.startedAt;
}

/** Returns the start of a process in clock ticks since the computer's start; '' on systems other than Linux. */
export function startOf(processId: number): string {
  try {
    const status = readFileSync(`/proc/${processId}/stat`, 'utf8');
    // The start is field 22. Field 2, the program's name in parentheses, may contain spaces and parentheses.
    return status.slice(status.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
