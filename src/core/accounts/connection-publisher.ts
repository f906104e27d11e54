import type { ClientStatus } from '../../exchange/index.ts';
import type { ConnectionStatus } from '../../shared/contract/accounts.ts';

/** Minimum time between two events (ms). A busy connection changes with every request. */
const minGapMs = 250;

/** `status`: `null` if nothing is connected. */
export function connectionOf(account: string, status: ClientStatus | null): ConnectionStatus {
  return {
    account,
    pausedUntil: status?.pausedUntil ?? null,
    isDown: status?.isDown ?? false,
    clockOffset: status?.clockOffset ?? 0,
    clockSkewed: status !== null && status.clockSkewSeconds !== null,
    offline: status?.offline ?? false,
    queued: status?.queued ?? 0,
  };
}

/** Publishes the connection status of an account after each change, at most once per `minGapMs`. */
export class ConnectionPublisher {
  readonly #publish: (connection: ConnectionStatus) => void;
  #published: ConnectionStatus;
  #latest: ConnectionStatus;
  #gapTimer: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(account: string, publish: (connection: ConnectionStatus) => void) {
    this.#publish = publish;
    this.#published = connectionOf(account, null);
    this.#latest = this.#published;
  }

  update(status: ClientStatus | null): void {
    this.#latest = connectionOf(this.#latest.account, status);
    if (this.#gapTimer === null && !this.#isClosed) this.#publishLatest();
  }

  close(): void {
    this.#isClosed = true;
    if (this.#gapTimer !== null) clearTimeout(this.#gapTimer);
  }

  #publishLatest(): void {
    this.#gapTimer = null;
    if (isSame(this.#published, this.#latest)) return;
    this.#published = this.#latest;
    this.#gapTimer = setTimeout(() => this.#publishLatest(), minGapMs);
    this.#publish(this.#latest);
  }
}

function isSame(one: ConnectionStatus, other: ConnectionStatus): boolean {
  return (
    one.pausedUntil === other.pausedUntil &&
    one.isDown === other.isDown &&
    one.clockOffset === other.clockOffset &&
    one.clockSkewed === other.clockSkewed &&
    one.offline === other.offline &&
    one.queued === other.queued
  );
}
