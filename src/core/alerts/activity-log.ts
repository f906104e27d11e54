import { randomUUID } from 'node:crypto';
import type { Activity, AlertFired, PlanLeft } from '../../shared/contract/alerts.ts';
import type { PlanOutcome } from '../../shared/contract/plans.ts';
import { maxActivities } from '../../shared/market/market.ts';
import type { Timestamp } from '../../shared/values/domain.ts';

export interface ActivityLogOptions {
  readonly account: string;
  /** The oldest first. */
  readonly activities: readonly Activity[];
  readonly onAdded: (activity: Activity) => void;
  /** Known activities have other contents, or were read. */
  readonly onChanged: () => void;
}

/** The latest `maxActivities` events of an account, and which of them the user has read. */
export class ActivityLog {
  readonly #options: ActivityLogOptions;
  #activities: readonly Activity[];

  constructor(options: ActivityLogOptions) {
    this.#options = options;
    this.#activities = options.activities;
  }

  /** The oldest first. */
  get activities(): readonly Activity[] {
    return this.#activities;
  }

  get unread(): number {
    return this.#activities.filter(({ read }) => !read).length;
  }

  /** `notify`: the activity is to be announced outside the page, too. */
  add(event: Activity['event'], at: Timestamp, notify: boolean, id = randomUUID() as string): Activity {
    const activity: Activity = { id, account: this.#options.account, at, event, read: false, notify };
    this.#activities = [...this.#activities, activity].slice(-maxActivities);
    this.#options.onAdded(activity);
    return activity;
  }

  /** Marks activities as read; all of them without IDs. */
  markRead(ids: readonly string[] | undefined): void {
    const read = ids === undefined ? null : new Set(ids);
    this.#activities = this.#activities.map((one) => (read?.has(one.id) === false ? one : { ...one, read: true }));
    this.#options.onChanged();
  }

  /** Stores what became of a plan in the activity that reports that the plan has left. */
  setOutcome(id: string, outcome: PlanOutcome): void {
    this.#revise(id, (event) => ({ ...event, outcome }));
  }

  /** Marks a plan that was reported to have left as open again since `at`. Does nothing for other plans. */
  markBack(plan: string, at: Timestamp): void {
    const reported = this.#activities.findLast(({ event }) => event.kind === 'plan-left' && event.plan === plan);
    if (reported !== undefined) this.#revise(reported.id, (event) => ({ ...event, backAt: event.backAt ?? at }));
  }

  /** Counts in the latest activity of an alert that the alert would have fired again for the same subject. */
  addRepeat({ alert, plan, symbol, position, list }: AlertFired): void {
    const fired = this.#activities.findLast(
      ({ event }) =>
        event.kind === 'alert' &&
        event.alert === alert &&
        event.plan === plan &&
        event.symbol === symbol &&
        event.position === position &&
        event.list === list,
    );
    this.#replace(fired?.id, (event) =>
      event.kind === 'alert' ? { ...event, repeats: (event.repeats ?? 0) + 1 } : event,
    );
  }

  #revise(id: string, revise: (event: PlanLeft) => PlanLeft): void {
    this.#replace(id, (event) => (event.kind === 'plan-left' ? revise(event) : event));
  }

  #replace(id: string | undefined, revise: (event: Activity['event']) => Activity['event']): void {
    this.#activities = this.#activities.map((one) => (one.id === id ? { ...one, event: revise(one.event) } : one));
    this.#options.onChanged();
  }
}
