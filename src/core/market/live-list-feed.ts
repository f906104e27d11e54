import type { Priority } from '../../exchange/index.ts';
import type { Failure } from '../../shared/errors.ts';
import type { LiveChange, LiveList } from '../../shared/market.ts';
import { ListPoller, type PollerOptions } from './list-poller.ts';
import type { LiveAccount } from './live-account.ts';
import { LiveListState } from './live-list.ts';
import type { LiveReader } from './live-readers.ts';

export interface LiveEntryOptions<List extends LiveList>
  extends Pick<PollerOptions, 'monotonicNow' | 'schedule' | 'random' | 'want' | 'signed'> {
  readonly account: string;
  readonly list: List;
  /** Throws `unknown-account`. */
  readonly find: (account: string) => LiveAccount;
  readonly read: LiveReader<List>;
  readonly changed: (change: LiveChange<List>) => void;
  readonly taken: () => void;
  /** `isNew`: it did not fail before, or with something else. `error`: what the failure was made of. */
  readonly failed: (failure: Failure, isNew: boolean, error: unknown) => void;
}

/** One list of one account: what is known of it, and what polls it. */
export class LiveListFeed<List extends LiveList> {
  readonly options: LiveEntryOptions<List>;
  readonly state: LiveListState<List>;
  readonly poller: ListPoller;
  /** That the last poll took. */
  requests = 1;

  constructor(options: LiveEntryOptions<List>) {
    this.options = options;
    this.state = new LiveListState(options.account, options.list);
    this.poller = new ListPoller({
      ...options,
      poll: (priority, signal) => this.#poll(priority, signal),
      onFailure: (failure, error) => this.#failed(failure, error),
    });
  }

  /** What was known is of another key or address. */
  reset(): void {
    this.options.changed(this.state.reset());
  }

  async #poll(priority: Priority, signal: AbortSignal): Promise<void> {
    const { find, account, read, changed, taken } = this.options;
    const list = await read(find(account), priority, signal);
    // Also of an answer that arrives when the account has become another one.
    if (signal.aborted) return;
    this.requests = list.requests;
    changed(this.state.take(list));
    taken();
  }

  #failed(failure: Failure, error: unknown): void {
    const { changed, failed } = this.options;
    const change = this.state.fail(failure);
    if (change !== null) changed(change);
    failed(failure, change !== null, error);
  }
}
