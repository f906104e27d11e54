import type { ClientStatus } from '../../exchange/index.ts';
import type { Connection } from '../../shared/domain.ts';

/** At most four times a second: a reader sees no more, and a busy line changes with every request. */
const shortestGapMs = 250;

/** `null`: there is no line yet, or no longer. */
export function connectionOf(account: string, state: ClientStatus | null): Connection {
  return {
    account,
    pausedUntil: state?.pausedUntil ?? null,
    clockOffset: state?.clockOffset ?? 0,
    clockSkewed: state !== null && state.clockSkewSeconds !== null,
    offline: state?.offline ?? false,
    queued: state?.queued ?? 0,
  };
}

/** Tells how an account's connection stands: each change at once, or soon where the last was told just before. */
export class ConnectionPublisher {
  readonly #tell: (connection: Connection) => void;
  #told: Connection;
  #latest: Connection;
  #resting: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(account: string, tell: (connection: Connection) => void) {
    this.#tell = tell;
    this.#told = connectionOf(account, null);
    this.#latest = this.#told;
  }

  accept(state: ClientStatus | null): void {
    this.#latest = connectionOf(this.#latest.account, state);
    if (this.#resting === null && !this.#isClosed) this.#tellLatest();
  }

  close(): void {
    this.#isClosed = true;
    if (this.#resting !== null) clearTimeout(this.#resting);
  }

  #tellLatest(): void {
    this.#resting = null;
    if (isSame(this.#told, this.#latest)) return;
    this.#told = this.#latest;
    this.#resting = setTimeout(() => this.#tellLatest(), shortestGapMs);
    this.#tell(this.#latest);
  }
}

function isSame(one: Connection, other: Connection): boolean {
  return (
    one.pausedUntil === other.pausedUntil &&
    one.clockOffset === other.clockOffset &&
    one.clockSkewed === other.clockSkewed &&
    one.offline === other.offline &&
    one.queued === other.queued
  );
}
