import type { EventOf, HostEvent } from '../shared/contract.ts';
import type { About } from '../shared/domain.ts';
import { fail, type Result } from '../shared/result.ts';
import { Accounts } from './accounts/accounts.ts';
import type { DemoExchangeHandle } from './accounts/demo-account.ts';
import { createKeychain, type Keychain } from './credentials/keychain.ts';
import { createDispatcher } from './dispatcher.ts';
import { EventHub } from './event-hub.ts';
import { createHandlers } from './handlers.ts';
import type { Log } from './log.ts';
import { SettingsStore } from './settings-store.ts';

export type { DemoExchangeHandle } from './accounts/demo-account.ts';
export type { LogEntry } from './log.ts';

export interface CoreOptions {
  /** Where the program keeps its files; made when the first is written. */
  dataDirectory: string;
  about: About;
  /** Called once, at the first call for the demo account; again only after it failed. */
  startDemoExchange: () => Promise<DemoExchangeHandle>;
  /** Default: the runtime's. */
  fetch?: typeof fetch;
  /** Epoch milliseconds. Default: the system's clock. */
  now?: () => number;
  /** From 0 to below 1. Default: `Math.random`. */
  random?: () => number;
  /** Default: the operating system's, of which nothing is touched before an account with credentials in it is used. */
  openKeychain?: (onLateSave: () => void) => Keychain;
  /** Default: nobody is told. */
  log?: Log;
}

export interface Core {
  /** Answers a call of the contract. Never rejects; `cancelled` once the signal is aborted or the core is closed. */
  call(channel: string, input: unknown, options?: { signal?: AbortSignal }): Promise<Result<unknown>>;
  /** Answers a function that ends the subscription. */
  subscribe(listener: (event: HostEvent) => void): () => void;
  /** Passes on a choice from the native menu or a system shortcut. */
  sendCommand(command: EventOf<'command'>): void;
  /** Ends the calls under way, writes what is to be written and stops the demo exchange. */
  close(): Promise<void>;
  /** Whether a call into the keychain hangs, so that the process cannot end in an orderly way: see `Keychain.stuck`. */
  readonly isKeychainStuck: boolean;
}

/** Puts the services together. Rejects for nothing that a file may hold or a folder may forbid. */
export async function createCore(options: CoreOptions): Promise<Core> {
  const { dataDirectory, about, startDemoExchange, log = () => {} } = options;
  const { fetch = globalThis.fetch, now = Date.now, random = Math.random } = options;
  const { openKeychain = (onLateSave) => createKeychain({ now, onLateSave }) } = options;
  const hub = new EventHub(log);
  const settings = await SettingsStore.open({
    directory: dataDirectory,
    now,
    log,
    onChange: (changed) => hub.emit('settingsChanged', changed),
  });
  const accounts = await Accounts.open({
    directory: dataDirectory,
    startDemoExchange,
    openKeychain,
    fetch,
    now,
    random,
    log,
    onAccounts: (changed) => hub.emit('accountsChanged', changed),
    onConnection: (changed) => hub.emit('connectionChanged', changed),
  });
  const dispatch = createDispatcher(createHandlers({ about, accounts, settings, now }), log);
  const underWay = new Map<AbortController, Promise<unknown>>();
  let closing: Promise<void> | null = null;

  async function end(): Promise<void> {
    for (const controller of underWay.keys()) controller.abort();
    // What waits for the keychain ends by this alone.
    const accountsClosed = accounts.close();
    await Promise.all(underWay.values());
    await settings.close();
    await accountsClosed;
  }

  return {
    async call(channel, input, { signal } = {}) {
      if (closing !== null || signal?.aborted) return fail('cancelled', 'nobody waits for the answer');
      const controller = new AbortController();
      const cancel = () => controller.abort();
      signal?.addEventListener('abort', cancel, { once: true });
      const answer = dispatch(channel, input, { signal: controller.signal });
      underWay.set(controller, answer);
      try {
        return await answer;
      } finally {
        underWay.delete(controller);
        signal?.removeEventListener('abort', cancel);
      }
    },
    subscribe: (listener) => hub.subscribe(listener),
    sendCommand: (command) => hub.emit('command', command),
    close() {
      closing ??= end();
      return closing;
    },
    get isKeychainStuck() {
      return accounts.isKeychainStuck;
    },
  };
}
