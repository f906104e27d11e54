import { DataFolderError } from '../core/files/data-folder.ts';
import { hostText } from '../shared/text/host-text.ts';
import { openInBrowser } from './open-browser.ts';
import { type HostOptions, optionsHelp, readCommand, UsageError } from './options.ts';
import { askAndRemoveData, removeData } from './remove-data.ts';
import { locale, readAbout, startProgram } from './run.ts';
import { showLink } from './terminal.ts';

/** Milliseconds after which the process is killed if the program cannot be closed. */
const maxShutdownMs = 1000;

/** The command that the user has typed, for messages. */
const command = process.env.ORDERGLASS_COMMAND ?? 'npm start --';

// Replaces Node's own listener, which opens the debugger to every program of the computer.
process.on('SIGUSR1', () => {});

try {
  // npm changes to the folder of the package. Paths of the user are relative to the folder of the call.
  const request = readCommand(process.argv.slice(2), process.env.INIT_CWD ?? process.cwd());
  if (request.kind === 'run') await runUntilEnded(request.options);
  else if (request.kind === 'remove-data') process.exitCode = await askAndRemoveData(request.dataDirectory);
  else if (request.kind === 'version') console.log((await readAbout()).version);
  else console.log(`Usage: ${command} [options]\n\nOpens Orderglass in your browser.\n\n${optionsHelp}`);
} catch (error) {
  console.error(explain(error));
  process.exitCode = error instanceof UsageError ? 2 : 1;
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

function explain(error: unknown): string {
  if (error instanceof DataFolderError) return error.message;
  if (error instanceof UsageError) return `${error.message}\nTry "${command} --help".`;
  if (!(error instanceof Error)) return String(error);
  const { terminal: text } = hostText('system', locale());
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall === 'listen' && code === 'EADDRINUSE') return text.portInUse;
  if (syscall === 'listen' && code === 'EACCES') return text.portNotAllowed;
  return error.stack ?? error.message;
}
