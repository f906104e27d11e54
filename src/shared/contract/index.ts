/**
 * All calls from the page to the program, and all events from the program to the page, each beside the schemas of its subject. The page's
 * client and the core's handlers are derived from these tables: a missing handler, a surplus one or a wrong type does not compile. No call
 * changes anything on the exchange.
 *
 * The page imports only types of this folder, so that it does not load zod.
 */
import type { z } from 'zod';
import type { Result } from '../values/result.ts';
import { accountChannels, accountEvents } from './accounts.ts';
import { alertChannels, alertEvents } from './alerts.ts';
import { backupChannels } from './backup.ts';
import { exportChannels, exportEvents } from './exports.ts';
import { historyEvents } from './history.ts';
import { marketChannels, marketEvents } from './market.ts';
import { noteEvents } from './notes.ts';
import { programChannels, programEvents } from './program.ts';
import { questions } from './questions.ts';
import { settingsChannels, settingsEvents } from './settings.ts';

/** Every call that reads the exchange names its account. */
export const contract = {
  ...programChannels,
  ...settingsChannels,
  ...accountChannels,
  ...marketChannels,
  ...alertChannels,
  ...questions,
  ...exportChannels,
  ...backupChannels,
};

export type Contract = typeof contract;
export type ChannelName = keyof Contract;
/** Input as passed by the caller. */
export type InputOf<Name extends ChannelName> = z.input<Contract[Name]['input']>;
/** Input as received by the handler, after validation. */
export type ParsedInputOf<Name extends ChannelName> = z.output<Contract[Name]['input']>;
export type OutputOf<Name extends ChannelName> = z.output<Contract[Name]['output']>;

/** Events from the program to the page, with their data. */
export const events = {
  ...programEvents,
  ...settingsEvents,
  ...accountEvents,
  ...marketEvents,
  ...alertEvents,
  ...historyEvents,
  ...noteEvents,
  ...exportEvents,
};

export type EventName = keyof typeof events;
export type EventOf<Name extends EventName> = z.output<(typeof events)[Name]>;
export type HostEvent = { [Name in EventName]: { name: Name; data: EventOf<Name> } }[EventName];

/** Interface between page and host. Implemented by Electron's preload script and by the browser host's client. */
export interface Bridge {
  /** `callId`: chosen by the page, for `cancel`. */
  call(channel: string, input: unknown, callId: string): Promise<Result<unknown>>;
  /** Cancels a call. Ignores unknown calls and calls that have ended. */
  cancel(callId: string): void;
  /** `onListening` is called when the first subscription receives events. Returns a function that unsubscribes. */
  subscribe(listener: (event: HostEvent) => void, onListening?: () => void): () => void;
}
