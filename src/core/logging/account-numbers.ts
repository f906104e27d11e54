import { demoAccountId } from '../../shared/domain.ts';
import type { AccountNumber } from './entries.ts';

/** What accounts are called where their names and ids do not belong. Numbers are given in the order of meeting, and never twice. */
export class AccountNumbers {
  readonly #numbers = new Map<string, AccountNumber>([[demoAccountId, 'demo']]);

  /** Only an account that there is has a number: whatever else a call names has none. */
  learn(accounts: Iterable<{ readonly id: string }>): void {
    for (const { id } of accounts) if (!this.#numbers.has(id)) this.#numbers.set(id, this.#numbers.size);
  }

  of(id: string): AccountNumber | undefined {
    return this.#numbers.get(id);
  }
}
