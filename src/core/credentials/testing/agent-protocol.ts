import type { Credentials } from '../../../exchange/index.ts';
import type { KeychainReason } from '../keychain-error.ts';

export interface AgentOptions {
  /** See `KeychainOptions`. */
  timeoutMs?: number;
}

/** A request to the agent process, one JSON line on its standard input. Secrets are never passed as arguments. */
export type AgentRequest =
  | { call: 'save'; account: string; credentials: Credentials }
  | { call: 'read' | 'remove'; account: string }
  /** These three call keytar directly. */
  | { call: 'set-entry'; account: string; entry: string }
  | { call: 'get-entry' | 'delete-entry'; account: string }
  /** True if keytar's native library is loaded. */
  | { call: 'is-keytar-loaded' }
  /** Resolves with the accounts whose saves succeeded after their timeout. */
  | { call: 'late-saves' }
  /** Reads files on the thread pool, as many at the same time as it has threads. */
  | { call: 'use-thread-pool' };

/** The agent's response, one JSON line on its standard output. */
export type AgentReply =
  | { id: number; ok: true; value: unknown }
  | { id: number; ok: false; error: { code: string; reason: KeychainReason | null; message: string } };
