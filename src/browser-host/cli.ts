import { DataFolderError } from '../core/data-folder.ts';
import { type HostOptions, optionsHelp, readCommand, UsageError } from './options.ts';
import { askAndRemoveData } from './remove-data.ts';
import { startProgram } from './run.ts';

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
  else console.log(`Usage: ${command} [options]\n\nOpens Orderglass in your browser.\n\n${optionsHelp}`);
} catch (error) {
  console.error(explain(error));
  process.exitCode = error instanceof UsageError ? 2 : 1;
}

async function runUntilEnded(options: HostOptions): Promise<void> {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  // Ctrl+C reaches every process of the terminal, and the processes that started this one send the signal again.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end());
  const program = await startProgram(options);
  // The state of the program is unknown, so it closes what it can. Unhandled rejections arrive here, too.
  process.on('uncaughtException', (error, origin) => {
    program.log.write({ event: 'crashed', origin, error });
    process.exitCode = 1;
    end();
  });
  console.log(program.launchUrl);
  await ended;
  // `process.exit` would wait for a keychain call that never returns.
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), maxShutdownMs).unref();
  await program.close();
}

function explain(error: unknown): string {
  if (error instanceof DataFolderError) return error.message;
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return 'The port is already in use. Choose another port with --port, or omit --port to use a free one.';
  }
  if (error instanceof UsageError) return `${error.message}\nTry "${command} --help".`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
