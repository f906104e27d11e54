import { runHost } from './browser-host/host.ts';
import { historyWorker, readAbout } from './browser-host/run.ts';
import { terminalHelp } from './terminal/help.ts';
import { isTerminalCommand, runTerminal } from './terminal/terminal.ts';

// Replaces Node's own listener, which opens the debugger to every program of the computer.
process.on('SIGUSR1', () => {});

const args = process.argv.slice(2);
const typed = process.env.ORDERGLASS_COMMAND ?? 'npm start --';
// npm changes to the folder of the package. Paths of the user are relative to the folder of the call.
const directory = process.env.INIT_CWD ?? process.cwd();

if (isTerminalCommand(args[0])) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130));
  const code = await runTerminal(args, { about: await readAbout(), historyWorker, typed, directory });
  // Nothing is left to be saved, and a keychain call may never return.
  process.stdout.write('', () => process.exit(code));
} else {
  await runHost(args, { typed, directory, terminal: terminalHelp(typed) });
}
