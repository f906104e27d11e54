import { spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { RunningProgram } from './run.ts';

/**
 * Prints the link of a program: alone into a pipe; with name, version, and how to end the program on a terminal, where "r" and Enter make a
 * new link. `isOpening`: the link is already being opened in the user's browser.
 */
export function showLink(program: RunningProgram, isOpening: boolean): void {
  if (!process.stdout.isTTY) {
    say(program.launchUrl);
    return;
  }
  const { terminal: text } = program.text();
  const isAnswering = process.stdin.isTTY && isInForeground();
  say(text.running(program.version));
  say(isOpening ? text.opening(program.launchUrl) : text.open(program.launchUrl));
  say(isAnswering ? text.stopOrNewLink : text.stop);
  if (isAnswering) offerNewLinks(program);
}

function offerNewLinks(program: RunningProgram): void {
  const { stdin } = process;
  createInterface({ input: stdin }).on('line', (line) => {
    if (line.trim().toLowerCase() === 'r') say(program.text().terminal.open(program.newLaunchUrl()));
  });
  process.on('SIGCONT', () => void (isInForeground() ? stdin.resume() : stdin.pause()));
  // A terminal that is gone is no reason to end: the system says so with SIGHUP.
  stdin.on('error', () => {});
  stdin.unref();
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** True if this process may read the terminal. The system stops a process in the background that does so. */
function isInForeground(): boolean {
  if (process.platform === 'win32') return true;
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(process.pid)], { encoding: 'utf8' });
  return stdout?.includes('+') ?? false;
}
