import path from 'node:path';
import { parseArgs } from 'node:util';
import { defaultDataFolder } from '../core/files/data-folder.ts';
import { readBaseUrl } from '../exchange/base-url.ts';

export interface HostOptions {
  port: number;
  dataDirectory: string;
  /** Folder in which the weekly backups have theirs; `null` for the data folder. */
  backupDirectory: string | null;
  /** Base URL of a running demo exchange; `null` to start one in the host. */
  demoExchange: string | null;
  /** True to open the page in the user's browser, if there is a desktop. */
  open: boolean;
}

/** Describes the options that all commands share. */
export const optionsHelp = `  --no-open            print the link and do not open the browser
  --port N             port in the browser (default: a free port)
  --data-dir DIR       data folder for settings and history (default: the system's app data folder)
  --backup-dir DIR     put the weekly backups into a folder of this one (default: the data folder)
  --demo-exchange URL  use a demo exchange that is already running on this machine
  --remove-data        remove Orderglass' files and keychain entries from this computer, after a question
  -V, --version        show the version
  -h, --help           show this help`;

/** The command line is invalid. The message explains why. */
export class UsageError extends Error {}

export type HostCommand =
  | { kind: 'run'; options: HostOptions }
  | { kind: 'help' }
  | { kind: 'version' }
  /** Removes the data of Orderglass from the computer. */
  | { kind: 'remove-data'; dataDirectory: string };

/** Relative folders are resolved from `directory`. Throws `UsageError`. */
export function readCommand(args: readonly string[], directory: string): HostCommand {
  const { values } = parse(args);
  if (values.help) return { kind: 'help' };
  if (values.version) return { kind: 'version' };
  const options = readValues(values, directory);
  if (values['remove-data']) return { kind: 'remove-data', dataDirectory: options.dataDirectory };
  return { kind: 'run', options };
}

/** Relative folders are resolved from `directory`. Throws `UsageError`. */
export function readOptions(args: readonly string[], directory: string): HostOptions {
  return readValues(parse(args).values, directory);
}

function readValues(values: ReturnType<typeof parse>['values'], directory: string): HostOptions {
  return {
    port: values.port === undefined ? 0 : readPort(values.port),
    dataDirectory:
      values['data-dir'] === undefined
        ? defaultDataFolder()
        : path.resolve(directory, required('--data-dir', values['data-dir'])),
    backupDirectory:
      values['backup-dir'] === undefined
        ? null
        : path.resolve(directory, required('--backup-dir', values['backup-dir'])),
    demoExchange: values['demo-exchange'] === undefined ? null : readLoopbackUrl(values['demo-exchange']),
    open: values['no-open'] !== true,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: { type: 'string' },
        'data-dir': { type: 'string' },
        'backup-dir': { type: 'string' },
        'demo-exchange': { type: 'string' },
        'no-open': { type: 'boolean' },
        'remove-data': { type: 'boolean' },
        version: { type: 'boolean', short: 'V' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function required(name: string, value: string): string {
  if (value === '') throw new UsageError(`${name} needs a value.`);
  return value;
}

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new UsageError(`--port must be a number from 0 to 65535, not "${text}".`);
}

/** The exchange client accepts http for loopback addresses only. */
function readLoopbackUrl(text: string): string {
  try {
    if (readBaseUrl(text).protocol === 'http:') return text;
  } catch {}
  throw new UsageError(`--demo-exchange must be an http URL on this machine, not "${text}".`);
}
