import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { z } from 'zod';
import type { Failure } from '../../shared/contract/failure.ts';
import { demoAccountId } from '../../shared/values/domain.ts';
import { OrderglassError } from '../../shared/values/errors.ts';
import { errorNames, type errorSchema, locationSchema, type PassedFields, systemCodeSchema } from './log-events.ts';

type EntryFields = Readonly<
  { [Name in keyof PassedFields]?: PassedFields[Name] | undefined } & Record<string, unknown>
>;
type SerializedError = z.input<typeof errorSchema>;

const maxLocations = 12;
const maxStackLines = 100;
const maxLineLength = 1000;
const maxCauseDepth = 5;

/**
 * Returns what the log may keep of an error: its kind, and where in the program's own code it arose. Never its message, which may quote
 * anything. Accepts any thrown value and never throws.
 */
export function serializeError(error: unknown, folder: string = programFolder()): SerializedError {
  try {
    if (!(error instanceof Error)) return { name: 'other', at: [] };
    return {
      name: errorNames.find((name) => name === error.name) ?? 'other',
      ...(error instanceof OrderglassError ? { code: error.code } : {}),
      ...systemCodeOf(error),
      at: locationsOf(error, folder),
    };
  } catch {
    return { name: 'other', at: [] };
  }
}

/** Returns the codes of a failure, without any text of the service. */
export function serializeFailure({ code, service, keychain, proxy, proxyStatus }: Failure) {
  return {
    code,
    errno: integerWithin(service?.errno, -999_999, 999_999),
    httpStatus: integerWithin(service?.httpStatus, 100, 599),
    keychain,
    proxy,
    proxyStatus: integerWithin(proxyStatus, 100, 599),
  };
}

/** Returns the fields of an entry as the log may keep them, without those that are `undefined`. */
export function serializeFields(
  { error, failure, account, ...fields }: EntryFields,
  accounts: AccountNumbers,
): Readonly<Record<string, unknown>> {
  const serialized = {
    ...fields,
    account: account === undefined ? undefined : accounts.of(account),
    failure: failure === undefined ? undefined : serializeFailure(failure),
    error: error === undefined ? undefined : serializeError(error),
  };
  return Object.fromEntries(Object.entries(serialized).filter(([, value]) => value !== undefined));
}

/** Numbers that stand for accounts in the log, because names and IDs must not appear there. A number is never used twice. */
export class AccountNumbers {
  readonly #numbers = new Map<string, 'demo' | number>([[demoAccountId, 'demo']]);

  /** Numbers the accounts that are new. */
  learn(accounts: Iterable<{ readonly id: string }>): void {
    for (const { id } of accounts) if (!this.#numbers.has(id)) this.#numbers.set(id, this.#numbers.size);
  }

  /** `undefined` for an ID that was not learned: a call can name any text as its account. */
  of(id: string): 'demo' | number | undefined {
    return this.#numbers.get(id);
  }
}

/** Returns the system code of the error or of the first cause that has one. */
function systemCodeOf(error: unknown, depth = maxCauseDepth): { system?: string } {
  if (depth === 0 || !(error instanceof Error)) return {};
  const code = 'code' in error ? systemCodeSchema.safeParse(error.code) : null;
  return code?.success ? { system: code.data } : systemCodeOf(error.cause, depth - 1);
}

function locationsOf({ stack }: Error, folder: string): string[] {
  if (typeof stack !== 'string') return [];
  const lines = stack.split('\n', maxStackLines);
  const locations: string[] = [];
  for (const line of lines) {
    const location = locationIn(line, folder);
    if (location !== null) locations.push(location);
    if (locations.length === maxLocations) break;
  }
  return locations;
}

/** `null` outside the program folder, and for a message that imitates a stack line but names no existing file. */
function locationIn(line: string, folder: string): string | null {
  if (line.length > maxLineLength || !/^\s+at /.test(line)) return null;
  const below = textAfter(line, `${pathToFileURL(folder).href}/`) ?? textAfter(line, `${folder}${path.sep}`);
  const parts = below && /^([^:]{1,180}):(\d{1,6}):(\d{1,6})\)?$/.exec(below);
  if (!parts) return null;
  const [, file = '', row, column] = parts;
  const location = locationSchema.safeParse(`${file.replaceAll('\\', '/')}:${row}:${column}`);
  return location.success && existsSync(path.join(folder, file)) ? location.data : null;
}

function textAfter(line: string, start: string): string | null {
  const index = line.indexOf(start);
  return index < 0 ? null : line.slice(index + start.length);
}

/** A longer number from outside could carry a secret. */
function integerWithin(number: number | undefined, min: number, max: number): number | undefined {
  return number !== undefined && Number.isInteger(number) && number >= min && number <= max ? number : undefined;
}

let knownProgramFolder: string | null = null;

/** Folder of the program's package.json. How far it is above this file differs between the source and a bundle. */
function programFolder(): string {
  knownProgramFolder ??= packageFolderOf(import.meta.dirname);
  return knownProgramFolder;
}

function packageFolderOf(folder: string): string {
  const parent = path.dirname(folder);
  return existsSync(path.join(folder, 'package.json')) || parent === folder ? folder : packageFolderOf(parent);
}
