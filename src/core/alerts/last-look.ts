import { ageOf, type Clock } from '../../shared/clock.ts';
import type { Look } from '../../shared/contract/alerts.ts';
import type { Timestamp } from '../../shared/domain.ts';
import { lookHoldsForMs } from '../../shared/market.ts';

export interface LastLookOptions extends Pick<Clock, 'now' | 'monotonicNow'> {
  /** `at` of the last session. */
  readonly stored: Timestamp | null;
}

/** The last time at which an account was in the window in front. The page of that window reports the account every few seconds. */
export class LastLook {
  readonly #options: LastLookOptions;
  #at: Timestamp | null;
  /** End of the hold in monotonic milliseconds. */
  #heldUntil = Number.NEGATIVE_INFINITY;

  constructor(options: LastLookOptions) {
    this.#options = options;
    this.#at = options.stored;
  }

  /** True while the account is in front. */
  get isHeld(): boolean {
    const { now, monotonicNow } = this.#options;
    // On some systems the monotonic clock stops while the machine sleeps.
    return monotonicNow() < this.#heldUntil && ageOf(this.#at ?? 0, now()) < lookHoldsForMs;
  }

  /** `null` before the first look. The current time while the account is in front. */
  get at(): Timestamp | null {
    return this.isHeld ? this.#options.now() : this.#at;
  }

  /** Notes that the account is in front from now on, or has just left the front. */
  note(isInFront: boolean): Look {
    const { now, monotonicNow } = this.#options;
    const before = this.at;
    this.#at = now();
    this.#heldUntil = isInFront ? monotonicNow() + lookHoldsForMs : Number.NEGATIVE_INFINITY;
    return { before, at: this.#at };
  }
}
