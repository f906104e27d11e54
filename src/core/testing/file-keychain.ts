import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Credentials } from '../../exchange/index.ts';
import type { CredentialStore } from '../credentials/credential-store.ts';
import { visibleEnding } from '../credentials/credential-store.ts';
import { KeychainError, type KeychainReason } from '../credentials/keychain-error.ts';
import { encodeEntry } from '../credentials/stored-entry.ts';

/** Called after each change of the entries. */
export type Step = (name: string) => void;

/** A keychain in a file, so that other processes find its entries. */
export class FileKeychain implements CredentialStore {
  /** If set, every call fails with this reason. */
  failure: KeychainReason | null = null;
  /** Every call waits for this promise. */
  answerAfter: Promise<unknown> = Promise.resolve();
  /** True to show no entry to removals, as KeePassXC does after the user denied access. */
  hidesEntries = false;
  readonly calls: string[] = [];
  readonly #file: string;
  readonly #step: Step;

  constructor(file: string, step: Step = () => {}) {
    this.#file = file;
    this.#step = step;
  }

  get entries(): Record<string, Credentials> {
    return existsSync(this.#file) ? JSON.parse(readFileSync(this.#file, 'utf8')) : {};
  }

  /** Replaces the entries as another program would. */
  set entries(entries: Record<string, Credentials>) {
    writeFileSync(this.#file, JSON.stringify(entries));
  }

  readonly save: CredentialStore['save'] = async (entry, credentials) => {
    encodeEntry(credentials);
    await this.#call(`save ${entry}`);
    this.entries = { ...this.entries, [entry]: credentials };
    this.#step('keychain: saved');
    return { keptIn: 'keychain', savedAt: 1_700_000_000_000, endsIn: visibleEnding(credentials.token) };
  };

  readonly read: CredentialStore['read'] = async (entry) => {
    await this.#call(`read ${entry}`);
    return this.entries[entry] ?? null;
  };

  readonly remove: CredentialStore['remove'] = async (entry) => {
    await this.#call(`remove ${entry}`);
    if (this.hidesEntries) return false;
    const { [entry]: _, ...others } = this.entries;
    this.entries = others;
    this.#step('keychain: removed');
    return true;
  };

  async #call(name: string): Promise<void> {
    this.calls.push(name);
    await this.answerAfter;
    if (this.failure !== null) throw new KeychainError(this.failure);
  }
}
