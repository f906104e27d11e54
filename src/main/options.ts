import path from 'node:path';
import { parseArgs } from 'node:util';
import { defaultDataFolder } from '../core/files/data-folder.ts';
import { readBaseUrl } from '../exchange/base-url.ts';

export interface ProgramOptions {
  dataDirectory: string;
  /** Folder for the weekly backups; `null`: the data folder. */
  backupDirectory: string | null;
  /** Base URL of a running demo exchange; `null` to start one in the program. */
  demoExchange: string | null;
  /** Removes the data in the folder instead of opening a window: after a question, or without one if the user has confirmed it in the page. */
  removeData: 'ask' | 'confirmed' | null;
  /** True to print the version instead of opening a window. */
  version: boolean;
}

/** Value of `--remove-data` in a program that the user has restarted by confirming the removal. */
export const confirmed = 'confirmed';

/** Reads the command line. Ignores unknown options, because Electron, Chromium and the system have their own. Throws an `Error`. */
export function readOptions(args: readonly string[]): ProgramOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      'data-dir': { type: 'string' },
      'backup-dir': { type: 'string' },
      'demo-exchange': { type: 'string' },
      'remove-data': { type: 'boolean' },
      version: { type: 'boolean', short: 'V' },
    },
    strict: false,
  });
  const dataDirectory = text('--data-dir', values['data-dir']);
  const backupDirectory = text('--backup-dir', values['backup-dir']);
  return {
    dataDirectory: dataDirectory === null ? defaultDataFolder() : path.resolve(dataDirectory),
    backupDirectory: backupDirectory && path.resolve(backupDirectory),
    demoExchange: loopbackUrl(text('--demo-exchange', values['demo-exchange'])),
    removeData: removal(values['remove-data']),
    version: values.version === true,
  };
}

function removal(value: string | boolean | undefined): ProgramOptions['removeData'] {
  if (value === undefined) return null;
  return value === confirmed ? confirmed : 'ask';
}

function text(name: string, value: string | boolean | undefined): string | null {
  if (value === undefined) return null;
  if (typeof value === 'string' && value !== '') return value;
  throw new Error(`${name} needs a value.`);
}

/** The exchange client accepts http for loopback addresses only. */
function loopbackUrl(address: string | null): string | null {
  if (address === null) return null;
  if (readBaseUrl(address).protocol === 'http:') return address;
  throw new Error(`--demo-exchange must be an http URL on this machine, not "${address}".`);
}
