import { spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import { DataFolderError } from '../core/files/data-folder.ts';
import { hostText } from '../shared/text/host-text.ts';
import { openInBrowser } from './open-browser.ts';
import { type HostOptions, optionsHelp, readCommand, UsageError } from './options.ts';
import { askAndRemoveData, removeData } from './remove-data.ts';
import { locale, type RunningProgram, readAbout, startProgram } from './run.ts';

/** Milliseconds after which the process is killed if the program cannot be closed. */
const maxShutdownMs = 1000;

/** Runs the browser host, or does what an option says instead. `terminal`: help of the commands of the terminal. */
export async function runHost(
  args: readonly string[],
  { typed, directory, terminal }: { typed: string; directory: string; terminal: string },
): Promise<void> {
  try {
    const request = readCommand(args, directory);
    if (request.kind === 'run') await runUntilEnded(request.options);
    else if (request.kind === 'remove-data') process.exitCode = await askAndRemoveData(request.dataDirectory);
    else if (request.kind === 'version') console.log((await readAbout()).version);
    else {
      console.log(`Usage: ${typed} [options]\n\nOpens Orderglass in your browser.\n\n${optionsHelp}\n`);
      console.log(`In the terminal:\n\n${terminal}`);
    }
  } catch (error) {
    console.error(explain(error, typed));
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
}

async function runUntilEnded(options: HostOptions): Promise<void> {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  // Ctrl+C reaches every process of the terminal, and the processes that started this one send the signal again.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end());
  let removesData = false;
  const program = await startProgram(options, {
    removeFiles() {
      removesData = true;
      end();
    },
  });
  // The state of the program is unknown, so it closes what it can. Unhandled rejections arrive here, too.
  process.on('uncaughtException', (error, origin) => {
    program.log.write({ event: 'crashed', origin, error });
    process.exitCode = 1;
    end();
  });
  showLink(program, options.open && openInBrowser(program.launchUrl));
  await ended;
  // `process.exit` would wait for a keychain call that never returns.
  const killLater = () => setTimeout(() => process.kill(process.pid, 'SIGKILL'), maxShutdownMs).unref();
  if (!removesData) killLater();
  await program.close({ discards: removesData });
  if (!removesData) return;
  process.exitCode = await removeData(options.dataDirectory, program.text().removeData);
  killLater();
}

function explain(error: unknown, typed: string): string {
  if (error instanceof DataFolderError) return error.message;
  if (error instanceof UsageError) return `${error.message}\nTry "${typed} --help".`;
  if (!(error instanceof Error)) return String(error);
  const { terminal: text } = hostText('system', locale());
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall === 'listen' && code === 'EADDRINUSE') return text.portInUse;
  if (syscall === 'listen' && code === 'EACCES') return text.portNotAllowed;
  return error.stack ?? error.message;
}

/**
 * Prints the link of a program: alone into a pipe; with name, version, and how to end the program on a terminal, where "r" and Enter make a
 * new link. `isOpening`: the link is already being opened in the user's browser.
 */
function showLink(program: RunningProgram, isOpening: boolean): void {
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
