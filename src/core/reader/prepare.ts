import type { HistoryState } from '../../shared/contract/history.ts';
import { daySchema, timeZoneSchema } from '../../shared/contract/values.ts';
import { historyLists } from '../../shared/orders/history.ts';
import { accountsWithSameOrders } from '../../shared/orders/same-orders.ts';
import { localTimeZone } from '../../shared/time/time.ts';
import { OrderglassError } from '../../shared/values/errors.ts';
import type { Command, Request } from './command.ts';
import { commands, statesOf } from './commands.ts';
import type { Reader } from './reader.ts';

/** What a caller says of a command. */
export interface Asked {
  /** By name or ID. Default: all. */
  readonly accounts?: readonly string[] | undefined;
  readonly words?: string | undefined;
  readonly filter?: unknown;
  readonly sort?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Default: that of the settings. */
  readonly zone?: string | undefined;
  readonly encoding?: string | undefined;
  readonly directory?: string;
}

/** Commands that depend on every list. */
const onEveryList = ['coverage', 'gaps', 'snapshot'];

/**
 * Resolves with the request of a command, with the states of the histories that its answer depends on, and with the accounts that have the
 * same orders. Rejects with `invalid-input` if an account, a day, or the time zone does not exist, or the first day is after the last one, and with
 * `storage-failed` if no account has a history, or one cannot be read.
 */
export async function prepare(
  reader: Reader,
  command: string,
  { accounts: wanted, words = '', filter, sort = '', from, to, zone: wantedZone, encoding, directory = '' }: Asked,
): Promise<{ request: Request; states: HistoryState[]; sameOrders: string[][] }> {
  const { timeZone } = reader.settings;
  const zone = wantedZone ?? (timeZone === 'local' ? localTimeZone() : timeZone);
  if (!timeZoneSchema.safeParse(zone).success)
    throw new OrderglassError('invalid-input', `There is no time zone "${zone}".`);
  const noDay = [from, to].find((day) => day !== undefined && !daySchema.safeParse(day).success);
  if (noDay !== undefined)
    throw new OrderglassError('invalid-input', `There is no day "${noDay}". Write it as 2026-01-31.`);
  if (from !== undefined && to !== undefined && from > to)
    throw new OrderglassError('invalid-input', `The first day (${from}) is after the last one (${to}).`);
  const named = command === 'accounts' ? reader.accounts : someStored(find(reader, wanted));
  const needed = commands[command]?.lists ?? [];
  // What depends on no history says of each account what is known of it.
  const accounts = needed.length === 0 ? named : named.filter(({ isStored }) => isStored);
  const form = { zone, format: 'jsonl', separator: 'comma', decimalSign: 'point', byteOrderMark: false } as const;
  const request = { reader, accounts, words, filter, sort, from, to, zone, form, encoding, directory };
  const lists = onEveryList.includes(command) ? historyLists : needed;
  // Also those without a history, of which every order is missing.
  const ids = named.map(({ id }) => id);
  const states = await statesOf(request, lists, ids);
  const failure = states.find((state) => state.failure !== null)?.failure;
  if (failure) throw new OrderglassError(failure.code, failure.message);
  return { request, states, sameOrders: lists.length === 0 ? [] : await sameOrdersOf(request) };
}

/** Resolves with the names of accounts of a request, in groups, that have the same orders: sums of them count each order more than once. */
async function sameOrdersOf({ reader, accounts }: Request): Promise<string[][]> {
  const ids = accounts.filter(({ isStored }) => isStored).map(({ id }) => id);
  const groups = await accountsWithSameOrders(ids, (question) => reader.history.ask('readOrdersByKey', question));
  return groups.map((group) => group.map((id) => reader.accounts.find((account) => account.id === id)?.name ?? id));
}

/** Throws `invalid-input` if there is no such command. */
export function commandOf(name: string): Command {
  const found = commands[name];
  if (found === undefined) throw new OrderglassError('invalid-input', `There is no command "${name}".`);
  return found;
}

/** True if the history may lack orders, or has rows that could not be read. */
export function isIncomplete({ modes, unreadable }: HistoryState): boolean {
  return unreadable > 0 || modes.some(({ complete }) => !complete);
}

/** True if another program keeps a history from being read (SQLITE_BUSY, of which the history's worker reports the text). */
export function isLocked(error: unknown): boolean {
  return error instanceof OrderglassError && error.message.includes('(SQLite 5)');
}

export const lockedText = 'Another program holds the history. Close it, then try again.';

function find({ accounts }: Reader, wanted: Asked['accounts']): Reader['accounts'] {
  if (accounts.length === 0) {
    throw new OrderglassError(
      'invalid-input',
      'There is no account on this computer. Add one in Orderglass, or try --demo.',
    );
  }
  const found = wanted?.map((each) => {
    const account = accounts.find(({ id, name }) => id === each || name === each);
    if (account) return account;
    const names = accounts.map(({ name }) => name).join(', ');
    throw new OrderglassError('invalid-input', `There is no account "${each}". Accounts: ${names}.`);
  });
  return found ? [...new Set(found)] : accounts;
}

/** Throws `storage-failed` if no account has a history. */
function someStored(accounts: Reader['accounts']): Reader['accounts'] {
  if (accounts.some(({ isStored }) => isStored)) return accounts;
  const names = accounts.map(({ name }) => name).join(', ');
  throw new OrderglassError(
    'storage-failed',
    `No history is stored yet: ${names}. Use sync --once, or start Orderglass.`,
  );
}
