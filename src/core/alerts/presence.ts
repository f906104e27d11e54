import type { Presence } from '../../shared/contract/alerts.ts';
import { presenceTimeoutMs } from '../../shared/market/market.ts';
import { ageOf, type Clock } from '../../shared/time/clock.ts';
import type { Timestamp } from '../../shared/values/domain.ts';

export interface LastPresenceOptions extends Pick<Clock, 'now' | 'monotonicNow'> {
  /** `at` of the last session. */
  readonly stored: Timestamp | null;
}

/** The last time at which an account was in the window in front. The page of that window reports the account every few seconds. */
export class LastPresence {
  readonly #options: LastPresenceOptions;
  #at: Timestamp | null;
  /** End of the hold in monotonic milliseconds. */
  #heldUntil = Number.NEGATIVE_INFINITY;

  constructor(options: LastPresenceOptions) {
    this.#options = options;
    this.#at = options.stored;
  }

  /** True while the account is in front. */
  get isHeld(): boolean {
    const { now, monotonicNow } = this.#options;
    // On some systems the monotonic clock stops while the machine sleeps.
    return monotonicNow() < this.#heldUntil && ageOf(this.#at ?? 0, now()) < presenceTimeoutMs;
  }

  /** `null` before the first report. The current time while the account is in front. */
  get at(): Timestamp | null {
    return this.isHeld ? this.#options.now() : this.#at;
  }

  /** Reports that the account is in front from now on, or has just left the front. */
  report(isInFront: boolean): Presence {
    const { now, monotonicNow } = this.#options;
    const before = this.at;
    this.#at = now();
    this.#heldUntil = isInFront ? monotonicNow() + presenceTimeoutMs : Number.NEGATIVE_INFINITY;
    return { before, at: this.#at };
  }
}
