import { execFileSync } from 'node:child_process';

/** Returns the time (epoch seconds) that files of a package have, and gives it to the tools that know SOURCE_DATE_EPOCH. */
export function sourceDate(): number {
  process.env.SOURCE_DATE_EPOCH ??= commitTime();
  return Number(process.env.SOURCE_DATE_EPOCH);
}

/** Epoch seconds of the commit; 0 outside of a repository. */
function commitTime(): string {
  try {
    return execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: import.meta.dirname, encoding: 'utf8' }).trim();
  } catch {
    return '0';
  }
}
