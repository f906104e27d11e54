import { once } from 'node:events';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readFacts } from '../core/export/row-facts.ts';
import { writeFileInParts } from '../core/export/write-file.ts';
import { DataFolderError, defaultDataFolder } from '../core/files/data-folder.ts';
import { systemCode } from '../core/files/quarantine.ts';
import type { Answer } from '../core/reader/command.ts';
import { commands } from '../core/reader/commands.ts';
import { isIncomplete, isLocked, lockedText, prepare } from '../core/reader/prepare.ts';
import { openReader, type Reader, type ReaderOptions } from '../core/reader/reader.ts';
import { snapshotFormats, writeSnapshot } from '../core/reader/snapshot.ts';
import type { UnwatchedAccount } from '../shared/contract/alerts.ts';
import type { HistoryState } from '../shared/contract/history.ts';
import { isObject } from '../shared/json/json-text.ts';
import { jointId } from '../shared/orders/joint.ts';
import { failureKinds } from '../shared/values/error-codes.ts';
import { failureOf, OrderglassError } from '../shared/values/errors.ts';
import { completionOf, programCommands, shells, terminalHelp } from './help.ts';
import { printed, type TerminalFormat, terminalFormats } from './print.ts';
import { ask, inDemoFolder, type Program, syncOnce, withCore } from './programs.ts';

const options = {
  account: { type: 'string', multiple: true },
  demo: { type: 'boolean' },
  filter: { type: 'string' },
  sort: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  zone: { type: 'string' },
  format: { type: 'string' },
  output: { type: 'string', short: 'o' },
  encoding: { type: 'string' },
  'require-complete': { type: 'boolean' },
  once: { type: 'boolean' },
  follow: { type: 'boolean' },
  notes: { type: 'boolean' },
  out: { type: 'string' },
  'data-dir': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;
type Values = ReturnType<typeof parse>['values'];

/** The answer may lack rows, and the caller has asked for all of them. */
class NotCompleteError extends Error {}

/** True if an argument of the program is a command of the terminal. */
export function isTerminalCommand(name: string | undefined): name is string {
  return name !== undefined && (Object.hasOwn(commands, name) || Object.hasOwn(programCommands, name));
}

/** Runs a command of the terminal, and resolves with the exit code. Data goes to the standard output, everything else to the standard error. */
export async function runTerminal(args: readonly string[], program: Program): Promise<number> {
  const { typed } = program;
  // The reader of a pipe has enough.
  process.stdout.on('error', (error) => process.exit('code' in error && error.code === 'EPIPE' ? 0 : 1));
  let format: string | undefined;
  try {
    const { values, positionals } = parse(args);
    const [command = '', ...words] = positionals;
    format = values.format;
    if (values.help) await write(`${terminalHelp(typed, command)}\n`);
    else if (command === 'completion') await write(completionOf(shellOf(words)));
    else await run(command, words, values, program);
    return 0;
  } catch (error) {
    if (format === 'json') await write(`${JSON.stringify({ error: failureOf(error, messageOf(error)) })}\n`);
    process.stderr.write(`${isLocked(error) ? lockedText : messageOf(error)}\n`);
    const code = codeOf(error);
    if (code === 2) process.stderr.write(`Try "${typed} ${args[0]} --help".\n`);
    return code;
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new OrderglassError('invalid-input', messageOf(error));
  }
}

function run(command: string, words: readonly string[], values: Values, program: Program): Promise<void> {
  const folder = path.resolve(program.directory, values['data-dir'] ?? defaultDataFolder());
  if (values.encoding !== undefined && command !== 'reconcile')
    throw new OrderglassError('invalid-input', 'Only reconcile takes --encoding.');
  if (command === 'alerts') return followAlerts(folder, values, program);
  if (command === 'mcp') return assist(folder, values, program);
  const isSync = command === 'sync';
  if (isSync && !values.once)
    throw new OrderglassError('invalid-input', 'Use sync --once: the program syncs as long as it runs.');
  const answer = async (dataDirectory: string) => {
    const options = { directory: dataDirectory, worker: program.historyWorker, isDemo: values.demo === true };
    if (isSync && !values.demo) await sync(options, values, program);
    const reader = await openReader(options);
    try {
      await print(isSync ? 'coverage' : command, words, values, reader, program);
    } finally {
      await reader.close();
    }
  };
  return values.demo ? inDemoFolder(program, answer, command !== 'accounts') : answer(folder);
}

async function sync(options: ReaderOptions, { account: wanted }: Values, program: Program): Promise<void> {
  const reader = await openReader(options);
  const { accounts } = reader;
  await reader.close();
  const isWanted = ({ id, name }: { id: string; name: string }) =>
    !wanted || wanted.includes(id) || wanted.includes(name);
  const ids = accounts.filter(isWanted).map(({ id }) => id);
  const states = await withCore(program, options.directory, { watchesAccounts: false }, (core) => syncOnce(core, ids));
  const { account, failure } = states.find((state) => state.failure !== null) ?? {};
  const name = accounts.find(({ id }) => id === account)?.name;
  if (failure) throw new OrderglassError(failure.code, `${name}: ${failure.message}`);
}

async function print(
  command: string,
  words: readonly string[],
  values: Values,
  reader: Reader,
  { directory, about }: Program,
): Promise<void> {
  const { lists = [], isList = false, words: usage, format: usual, read } = commands[command] ?? {};
  if (!isList && usage === undefined && words.length > 0) {
    throw new OrderglassError('invalid-input', `${command} takes no words: ${words.join(' ')}`);
  }
  const takesDays = isList || command === 'statement';
  const taken = { filter: isList, sort: isList && command !== 'results', from: takesDays, to: takesDays };
  for (const [option, isTaken] of Object.entries(taken)) {
    if (!isTaken && option in values) throw new OrderglassError('invalid-input', `${command} takes no --${option}.`);
  }
  const format = command === 'snapshot' ? 'table' : formatOf(values, usual);
  const { request, states, sameOrders } = await prepare(reader, command, {
    accounts: values.demo ? undefined : values.account,
    words: words.join(' '),
    filter: values.filter === undefined ? undefined : jsonOf(values.filter),
    sort: values.sort,
    from: values.from,
    to: values.to,
    zone: values.zone,
    encoding: values.encoding,
    directory,
  });
  const { zone, form } = request;
  const names = Object.fromEntries(reader.accounts.map(({ id, name }) => [id, name]));
  const missing = states.filter(isIncomplete).map((state) => missingIn(state, names[state.account]));
  if (values['require-complete'] && missing.length > 0) throw new NotCompleteError(missing.join('\n'));
  // The coverage says it itself.
  if (command !== 'coverage') for (const sentence of missing) process.stderr.write(`${sentence}\n`);
  const doubled = sameOrders.map(
    (group) => `${group.join(', ')} have the same orders: together, they count them more than once.`,
  );
  for (const sentence of doubled) process.stderr.write(`${sentence}\n`);
  if (command === 'snapshot') {
    const { out, format: wanted = 'sqlite' } = values;
    const snapshotFormat = snapshotFormats.find((each) => each === wanted);
    if (out === undefined || snapshotFormat === undefined)
      throw new OrderglassError('invalid-input', 'snapshot needs --out, and takes --format sqlite or parquet.');
    const target = path.resolve(directory, out);
    await written(target, () => writeSnapshot(request, target, { format: snapshotFormat, version: about.version }));
    return;
  }
  const answer = (await read?.(request)) as Answer;
  const { searched, absent = [] } = answer;
  const asked = [
    ...(searched === undefined ? [] : [`Only rows with the text "${searched}".`]),
    ...absent.map((value) => `No row of the list has "${value}".`),
  ];
  for (const sentence of asked) process.stderr.write(`${sentence}\n`);
  const account = jointId([...new Set(states.map((state) => state.account))]);
  const parts = printed(answer, format, form, () =>
    lists.length === 0
      ? Promise.resolve({ list: command, zone })
      : readFacts(
          reader.history,
          lists[0] ?? 'order-history',
          { account, zone, accountNames: names },
          askedOf(command, words, values),
        ),
  );
  if (values.output === undefined) {
    for await (const part of parts) await write(part);
    for (const sentence of answer.about?.() ?? []) process.stderr.write(`${sentence}\n`);
    return;
  }
  const file = path.resolve(directory, values.output);
  await written(file, () => writeFileInParts(file, parts, new AbortController().signal));
  // Programs that import a file take no comments in it.
  const sentences = [...(answer.about?.() ?? []), ...asked, ...missing, ...doubled];
  const facts = Buffer.from(`${sentences.join('\n')}\n`);
  if (answer.about)
    await written(`${file}.txt`, () => writeFileInParts(`${file}.txt`, [facts], new AbortController().signal));
}

/** Names the file in an error of the system, whose text has the name of the temporary one. */
async function written(file: string, write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    throw new OrderglassError('storage-failed', `${file} could not be written (${systemCode(error)}).`, {
      cause: error,
    });
  }
}

/** Serves an assistant until the standard input ends. Its part of the bundle is loaded only now. */
async function assist(folder: string, { demo = false, notes = false }: Values, program: Program): Promise<void> {
  const { serveAssistant } = await import('../assistant/assistant.ts');
  const { historyWorker: worker, about } = program;
  const serve = (directory: string) =>
    serveAssistant({ directory, worker, isDemo: demo }, { version: about.version, withNotes: notes });
  await (demo ? inDemoFolder(program, serve) : serve(folder));
}

/** What was asked for, as a file says it. */
function askedOf(
  command: string,
  words: readonly string[],
  { filter, sort, from, to }: Values,
): Record<string, string> {
  const asked = { list: command, words: words.join(' '), filter, sort, from, to };
  return Object.fromEntries(Object.entries(asked).flatMap(([name, text]) => (text ? [[name, text]] : [])));
}

/** Prints alerts until the process is ended, and says which accounts are not watched meanwhile. */
async function followAlerts(folder: string, values: Values, program: Program): Promise<void> {
  if (!values.follow)
    throw new OrderglassError('invalid-input', 'Use alerts --follow: alerts fire as long as a program watches.');
  await withCore(program, folder, { watchesAccounts: true }, async (core) => {
    const accounts = await ask(core, 'listAccounts', {});
    const sayUnwatched = (unwatched: readonly UnwatchedAccount[]): void => {
      for (const { account, failure } of unwatched) {
        const name = accounts.find(({ id }) => id === account)?.name ?? account;
        const reason = failure ?? 'its keys are not stored';
        process.stderr.write(`${name} is not watched, so alerts on its orders may not fire: ${reason}.\n`);
      }
    };
    core.subscribe((event) => {
      if (event.name === 'activityAdded') void write(`${JSON.stringify(event.data)}\n`);
      if (event.name !== 'unwatchedChanged') return;
      if (event.data.length === 0) process.stderr.write('All accounts are watched.\n');
      sayUnwatched(event.data);
    });
    sayUnwatched(await ask(core, 'readUnwatched', {}));
    const alerts = await ask(core, 'listAlerts', {});
    if (alerts.every(({ paused }) => paused)) process.stderr.write('No alert is set. Set one in Orderglass.\n');
    await new Promise<never>(() => {});
  });
}

function missingIn({ list, modes, unreadable }: HistoryState, name: string | undefined): string {
  const open = modes.filter(({ complete }) => !complete).map(({ marginMode }) => marginMode);
  const rows = unreadable === 0 ? [] : [`${unreadable} rows can't be read`];
  const parts = [...(open.length === 0 ? [] : [`${open.join(' and ')} orders may be missing`]), ...rows];
  return `Not complete: ${name}, ${list}: ${parts.join(', ')}. See the command coverage.`;
}

function formatOf({ format, output }: Values, usual: TerminalFormat = 'table'): TerminalFormat {
  const found = terminalFormats.find((each) => each === (format ?? usual));
  if (found === undefined)
    throw new OrderglassError('invalid-input', `--format must be one of ${terminalFormats.join(', ')}.`);
  const isBinary = found === 'xlsx' || found === 'parquet';
  if (isBinary && output === undefined && process.stdout.isTTY)
    throw new OrderglassError('invalid-input', `--format ${found} needs -o FILE.`);
  return found;
}

function shellOf([name]: readonly string[]): (typeof shells)[number] {
  const found = shells.find((shell) => shell === name);
  if (found === undefined)
    throw new OrderglassError('invalid-input', `completion needs a shell: ${shells.join(', ')}.`);
  return found;
}

function jsonOf(text: string): unknown {
  try {
    const filter: unknown = JSON.parse(text);
    if (isObject(filter)) return filter;
  } catch {}
  throw new OrderglassError('invalid-input', '--filter must be JSON, such as {"symbols":["BTC-USDT"]}.');
}

/** Waits if the reader of a pipe is slow. */
async function write(part: string | Uint8Array): Promise<void> {
  if (!process.stdout.write(part)) await once(process.stdout, 'drain');
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function codeOf(error: unknown): number {
  if (error instanceof NotCompleteError) return 3;
  if (error instanceof DataFolderError || isLocked(error)) return 5;
  if (!(error instanceof OrderglassError)) return 1;
  if (error.code === 'invalid-input') return 2;
  return failureKinds[error.code] === 'key' ? 4 : 1;
}
