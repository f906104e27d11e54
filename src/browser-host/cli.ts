import { DataFolderInUse } from '../core/data-folder.ts';
import { type HostOptions, readOptions, UsageError } from './options.ts';
import { startProgram } from './run.ts';

/** A program that cannot end by itself is ended: nobody shall have to look for it. */
const longestEndMs = 1000;

try {
  // npm moves to the folder of the package; what the user wrote is meant from where the user is.
  const options = readOptions(process.argv.slice(2), process.env.INIT_CWD ?? process.cwd());
  await runUntilEnded(options);
} catch (error) {
  console.error(explain(error));
  process.exitCode = error instanceof UsageError ? 2 : 1;
}

async function runUntilEnded(options: HostOptions): Promise<void> {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  // A terminal's Ctrl+C reaches every process of it, and those that started this one pass it on once more.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end());
  const program = await startProgram(options);
  // Nobody knows what state it is in: it puts away what it can. Promises that nobody catches come here, too.
  process.on('uncaughtException', (error, origin) => {
    program.log.write({ event: 'crashed', origin, error });
    process.exitCode = 1;
    end();
  });
  console.log(program.launchUrl);
  await ended;
  // Not `process.exit`, which waits for a keychain that never answers.
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), longestEndMs).unref();
  await program.close();
}

function explain(error: unknown): string {
  if (error instanceof DataFolderInUse) return error.message;
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return 'The port is already in use. Choose another port with --port, or omit --port to use a free one.';
  }
  if (error instanceof UsageError) return `${error.message}\nTry "npm start -- --help".`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
