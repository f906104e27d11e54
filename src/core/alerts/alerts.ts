import { createHash } from 'node:crypto';
import path from 'node:path';
import type { FollowedPlans, PlanUpdate } from '../../history/index.ts';
import type {
  AccountFilter,
  Activity,
  Alert,
  AlertChange,
  AlertQuery,
  Presence,
  PresenceReport,
  ReadMark,
} from '../../shared/contract/alerts.ts';
import type { Failure } from '../../shared/contract/failure.ts';
import type { SymbolRules } from '../../shared/contract/market.ts';
import type { PositionRisk, RiskPlan } from '../../shared/contract/positions.ts';
import type { LiveList } from '../../shared/market/market.ts';
import { sortAlerts } from '../../shared/text/sort-alerts.ts';
import type { Clock } from '../../shared/time/clock.ts';
import { OrderglassError } from '../../shared/values/errors.ts';
import type { FileErrorHandler } from '../files/state-file.ts';
import type { AnyLatestRows } from '../market/live-list.ts';
import type { PollTick } from '../market/market-poller.ts';
import { AccountMonitor, type AlertSettings } from './account-monitor.ts';
import { NotificationBatch } from './notification-batch.ts';

export interface AlertEvents {
  readonly activityAdded: (activity: Activity) => void;
  /** Known activities of the account have other contents, or were read. */
  readonly activitiesChanged: (account: string) => void;
  readonly alertsChanged: (account: string, alerts: Alert[]) => void;
  /** Activities are to be announced outside the page, the latest first. */
  readonly notificationDue: (activities: [Activity, ...Activity[]]) => void;
}

export interface AlertsOptions extends Clock {
  /** Data folder of the program. */
  readonly directory: string;
  /** Read before every decision. */
  readonly settings: () => AlertSettings;
  readonly events: AlertEvents;
  readonly fileErrors: FileErrorHandler;
  /** The alerts of an account need these lists to be polled. */
  readonly onNeeds: (account: string, lists: ReadonlySet<LiveList>) => void;
  /** An alert of an account waits for the next poll of a list. */
  readonly onAwaited: (account: string, list: LiveList) => void;
  /** See `AccountMonitorOptions.followPlans`. */
  readonly followPlans: (account: string, archive: string, followed: FollowedPlans) => Promise<boolean>;
  /** See `AccountMonitorOptions.readPositions`. */
  readonly readPositions: (account: string, plans: RiskPlan[], zone: string) => Promise<PositionRisk>;
  /** See `AccountMonitorOptions.readRules`. */
  readonly readRules: (account: string) => Promise<readonly SymbolRules[]>;
}

interface Monitored {
  readonly opening: Promise<AccountMonitor>;
  /** `null` while the file is being read. */
  monitor: AccountMonitor | null;
}

/** Alerts and activities of all accounts: one `AccountMonitor` per account, and the notifications of all of them. */
export class Alerts {
  readonly #options: AlertsOptions;
  readonly #accounts = new Map<string, Monitored>();
  readonly #removals = new Set<Promise<void>>();
  readonly #notifications: NotificationBatch;
  #silent: ReadonlySet<string> = new Set();
  #isClosed = false;

  /** Nothing is read before the first `accountsChanged`. */
  constructor(options: AlertsOptions) {
    this.#options = options;
    this.#notifications = new NotificationBatch({
      schedule: options.schedule,
      announce: options.events.notificationDue,
    });
  }

  /** Returns the activities of one account or of all, the latest first. Rejects with `unknown-account`. */
  async readActivity({ account }: AccountFilter): Promise<Activity[]> {
    const monitors = await this.#monitorsOf(account);
    return monitors.flatMap(({ activities }) => activities).sort((one, other) => other.at - one.at);
  }

  /** Marks activities as read, all of the account without IDs. Rejects with `unknown-account`. */
  async markActivityRead({ account, ids }: ReadMark) {
    return { unread: (await this.#monitorOf(account)).markRead(ids) };
  }

  /** See `LastPresence.report`. Rejects with `unknown-account`. */
  async reportPresence({ account, isInFront }: PresenceReport): Promise<Presence> {
    return (await this.#monitorOf(account)).reportPresence(isInFront);
  }

  /** Returns the alerts of one account or of all, in the order of their creation. Rejects with `unknown-account`. */
  async listAlerts({ account }: AccountFilter): Promise<Alert[]> {
    return sortAlerts((await this.#monitorsOf(account)).flatMap(({ alerts }) => alerts));
  }

  /** See `AccountMonitor.saveAlert`. Rejects with `unknown-account`, too. */
  async saveAlert({ account, ...change }: AlertChange): Promise<Alert> {
    return (await this.#monitorOf(account)).saveAlert(change);
  }

  /** See `AccountMonitor.removeAlert`. Rejects with `unknown-account`, too. */
  async removeAlert({ account, id }: AlertQuery): Promise<Alert[]> {
    return (await this.#monitorOf(account)).removeAlert(id);
  }

  /** A poll has fetched a list. */
  fetched(rows: AnyLatestRows): void {
    this.#report(rows.account, (monitor) => monitor.fetched(rows));
  }

  /** A poll has failed. */
  failed(account: string, list: LiveList, failure: Failure): void {
    this.#report(account, (monitor) => monitor.failed(list, failure));
  }

  /** See `AccountMonitor.plansFollowed`. */
  plansFollowed(account: string, update: PlanUpdate): void {
    this.#report(account, (monitor) => monitor.plansFollowed(update));
  }

  ticked(account: string, tick: PollTick): void {
    this.#report(account, (monitor) => monitor.ticked(tick));
  }

  /** The account has another key or address. */
  reset(account: string): void {
    this.#tell(account, (monitor) => monitor.reset());
  }

  /** Resolves when the files of all accounts are read. Never rejects: a damaged file is quarantined. */
  async opened(): Promise<void> {
    await Promise.all([...this.#accounts.values()].map(({ opening }) => opening));
  }

  /**
   * To be called with the IDs of all accounts, at the start and after each change of them. Evaluates the alerts of these accounts from
   * then on, and deletes the files of accounts that were removed. `silent`: those of which nothing is evaluated or reported, whatever part of
   * the program reads their lists.
   */
  accountsChanged(ids: readonly string[], silent: ReadonlySet<string> = new Set()): void {
    if (this.#isClosed) return;
    this.#silent = silent;
    for (const id of ids) if (!this.#accounts.has(id)) this.#open(id);
    for (const [id, { opening }] of this.#accounts) {
      if (ids.includes(id)) continue;
      this.#accounts.delete(id);
      const removal = opening
        .then((monitor) => monitor.remove())
        .catch((error) => this.#options.fileErrors.notSaved(error));
      this.#removals.add(removal);
      void removal.finally(() => this.#removals.delete(removal));
    }
  }

  /** Ends all evaluation. Resolves when everything that can be written is written. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#notifications.close();
    const monitors = await this.#monitorsOf(undefined);
    await Promise.all([...monitors.map((monitor) => monitor.close()), ...this.#removals]);
  }

  #open(account: string): void {
    const { directory, events, onNeeds } = this.#options;
    const opening = AccountMonitor.open({
      ...this.#options,
      account,
      file: path.join(directory, 'alerts', `${fileNameOf(account)}.json`),
      followPlans: (archive, followed) => this.#options.followPlans(account, archive, followed),
      readPositions: (plans, zone) => this.#options.readPositions(account, plans, zone),
      readRules: () => this.#options.readRules(account),
      onActivity: (activity) => {
        events.activityAdded(activity);
        if (activity.notify) this.#notifications.add(activity);
      },
      onAwaited: (list) => this.#options.onAwaited(account, list),
      onActivitiesChanged: () => events.activitiesChanged(account),
      onAlerts: (alerts, needs) => {
        onNeeds(account, needs);
        events.alertsChanged(account, alerts);
      },
    });
    const monitored: Monitored = { opening, monitor: null };
    this.#accounts.set(account, monitored);
    void opening.then((monitor) => {
      if (this.#isClosed || this.#accounts.get(account) !== monitored) return;
      monitored.monitor = monitor;
      onNeeds(account, monitor.needs);
    });
  }

  /** Hands an event to the monitor of an account that is not silent. */
  #report(account: string, event: (monitor: AccountMonitor) => void): void {
    if (!this.#silent.has(account)) this.#tell(account, event);
  }

  /** Hands an event of the poller to the monitor of the account, as soon as its file is read. */
  #tell(account: string, event: (monitor: AccountMonitor) => void): void {
    const monitored = this.#accounts.get(account);
    if (monitored?.monitor) event(monitored.monitor);
    else void monitored?.opening.then(event);
  }

  async #monitorOf(account: string): Promise<AccountMonitor> {
    const monitored = this.#accounts.get(account);
    if (monitored === undefined) throw new OrderglassError('unknown-account', 'there is no account with this id');
    return monitored.opening;
  }

  #monitorsOf(account: string | undefined): Promise<AccountMonitor[]> {
    const ids = account === undefined ? [...this.#accounts.keys()] : [account];
    return Promise.all(ids.map((id) => this.#monitorOf(id)));
  }
}

/** File name for an account ID. IDs are the program's own, but a path must not be made of unchecked text. */
function fileNameOf(account: string): string {
  return /^[\w-]{1,60}$/.test(account) ? account : createHash('sha256').update(account).digest('hex').slice(0, 32);
}
