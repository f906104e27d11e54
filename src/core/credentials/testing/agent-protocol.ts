import type { Credentials } from '../credential-store.ts';
import type { KeychainReason } from '../keychain-error.ts';

/** All in milliseconds; as in the keychain where left out. */
export interface AgentOptions {
  timeoutMs?: number;
  promptTimeoutMs?: number;
  observerTimeoutMs?: number;
}

/** What the agent process is asked, one JSON line each on its standard input: secrets are never arguments. */
export type AgentRequest =
  | { call: 'save'; account: string; credentials: Credentials }
  | { call: 'read' | 'remove'; account: string }
  /** Writes an entry past the store. */
  | { call: 'plant'; account: string; entry: string }
  /** Deletes an entry past the store. */
  | { call: 'uproot'; account: string }
  /** Is keytar's native library in the process? */
  | { call: 'is-keytar-loaded' }
  /** Answers when no call is unanswered any more. */
  | { call: 'wait-until-free' }
  /** Reads files on the thread pool, as many at once as it has threads. */
  | { call: 'use-thread-pool' };

/** Its answer, one JSON line each on its standard output. */
export type AgentReply =
  | { id: number; ok: true; value: unknown }
  | { id: number; ok: false; error: { code: string; reason: KeychainReason | null; message: string } };
