import type { Activity } from '../../shared/contract/alerts.ts';
import type { Clock } from '../../shared/time/clock.ts';

/** Milliseconds from the first activity of a notification to its announcement. Activities within this time share one notification. */
export const gatherMs = 600;

export interface NotificationBatchOptions extends Pick<Clock, 'schedule'> {
  /** Announces activities outside the page, the latest first. */
  readonly announce: (activities: [Activity, ...Activity[]]) => void;
}

/** Gathers the activities of all accounts that are to be announced outside the page, so that many at the same time are one notification. */
export class NotificationBatch {
  readonly #options: NotificationBatchOptions;
  #activities: Activity[] = [];
  #cancelTimer: (() => void) | null = null;
  #isClosed = false;

  constructor(options: NotificationBatchOptions) {
    this.#options = options;
  }

  add(activity: Activity): void {
    if (this.#isClosed) return;
    this.#activities.unshift(activity);
    this.#cancelTimer ??= this.#options.schedule(() => this.#announce(), gatherMs);
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelTimer?.();
  }

  #announce(): void {
    const [first, ...others] = this.#activities;
    this.#activities = [];
    this.#cancelTimer = null;
    if (first) this.#options.announce([first, ...others]);
  }
}
