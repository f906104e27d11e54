import { createHash } from 'node:crypto';
import path from 'node:path';
import { inOrderMade } from '../../shared/alert-order.ts';
import type { Clock } from '../../shared/clock.ts';
import type { AccountSummary, PlanOrder } from '../../shared/domain.ts';
import { type Failure, OrderglassError } from '../../shared/errors.ts';
import {
  type Activity,
  type Alert,
  type AlertCondition,
  type AnyLiveChange,
  type AnyLiveSnapshot,
  type LiveList,
  type LiveStatus,
  watchHoldsForMs,
} from '../../shared/market.ts';
import { Desk, type DeskSettings } from './desk.ts';
import type { LiveAccount } from './live-account.ts';
import type { LiveReaders } from './live-readers.ts';
import { MarketPoller, type PollIntervals } from './market-poller.ts';
import { emptyDesk, type PlanRef, readDesk, writeDesk } from './monitor-state.ts';
import { type FetchedPlans, findPlans } from './plan-history.ts';
import { type FileErrorHandler, StateFile } from './state-file.ts';
import type { LiveListRef } from './subscriptions.ts';

export interface MarketSettings extends DeskSettings {
  readonly pace: PollIntervals;
}

export interface MarketEvents {
  readonly liveChanged: (change: AnyLiveChange) => void;
  readonly activityAdded: (activity: Activity) => void;
  readonly activitiesChanged: (account: string) => void;
  readonly alertsChanged: (account: string, alerts: Alert[]) => void;
}

export interface MarketOptions extends Clock {
  /** Where the program keeps its files. */
  readonly directory: string;
  readonly accounts: {
    /** Throws `unknown-account`. */
    find(id: string): LiveAccount;
  };
  /** Asked anew for each decision. */
  readonly settings: () => MarketSettings;
  readonly events: MarketEvents;
  readonly trouble: FileErrorHandler;
  /** A list could not be read any more, or fails with something else than before. `error`: what the failure was made of. */
  readonly onFailure?: (account: string, list: LiveList, failure: Failure, error: unknown) => void;
  /** From 0 to below 1. */
  readonly random: () => number;
  /** What was fetched of the plan history, for whoever keeps it; `archive` is that of the account then. */
  readonly onPlanPage?: (account: string, archive: string, page: FetchedPlans) => void;
  /** For tests: other lists than the exchange's. */
  readonly readers?: LiveReaders;
}

/** What is live of all accounts, and what is told of it: see `shared/market.ts`. */
export class Market {
  readonly #options: MarketOptions;
  readonly #pulse: MarketPoller;
  readonly #opening = new Map<string, Promise<Desk>>();
  readonly #desks = new Map<string, Desk>();
  readonly #removals = new Set<Promise<void>>();
  #summaries = new Map<string, AccountSummary>();
  #isClosed = false;

  /** Nothing is read or polled before the accounts are told by `accountsChanged`. */
  constructor(options: MarketOptions) {
    this.#options = options;
    this.#pulse = new MarketPoller({
      ...options,
      find: (id) => options.accounts.find(id),
      markOf: (id) => accountFingerprint(this.#summaries.get(id)),
      requestsPerWindow: (id) => this.#summaries.get(id)?.requestsPerWindow ?? 1,
      pace: () => this.#pace(),
      listener: {
        changed: options.events.liveChanged,
        taken: (account, list) => this.#taken(account, list),
        failed: (account, list, failure, isNew, error) => {
          if (isNew) options.onFailure?.(account, list, failure, error);
          this.#desks.get(account)?.failed(list, failure);
        },
        beat: (hasSlept) => {
          for (const desk of this.#desks.values()) desk.beat(hasSlept);
        },
      },
    });
  }

  /** A page says what it looks at, in place of what it said before. It is to say so again in time, or nothing is polled for it. */
  watch({ page, watched }: { readonly page: string; readonly watched: readonly LiveListRef[] }): {
    holdsForMs: number;
  } {
    this.#pulse.watch(page, watched);
    return { holdsForMs: watchHoldsForMs };
  }

  /** What is known now, also where that is nothing yet. Throws `unknown-account`. */
  readLive(question: LiveListRef): AnyLiveSnapshot {
    return this.#pulse.read(question);
  }

  /** Polls now. Rejects with `unknown-account`; what else fails is in the answer. */
  refreshLive(question: LiveListRef): Promise<LiveStatus> {
    return this.#pulse.refresh(question);
  }

  /** The latest first; of all accounts where none is named. Rejects with `unknown-account`. */
  async readActivity({ account }: { readonly account?: string | undefined }): Promise<Activity[]> {
    const desks = await this.#desksOf(account);
    return desks.flatMap(({ activities }) => activities).sort((one, other) => other.at - one.at);
  }

  /** Rejects with `unknown-account`. */
  async markActivityRead({ account, ids }: { readonly account: string; readonly ids?: string[] | undefined }) {
    const desk = await this.#desk(account);
    desk.markRead(ids);
    return { unread: desk.unread };
  }

  /** In the order in which they were made; of all accounts where none is named. Rejects with `unknown-account`. */
  async listAlerts({ account }: { readonly account?: string | undefined }): Promise<Alert[]> {
    return inOrderMade((await this.#desksOf(account)).flatMap(({ alerts }) => alerts));
  }

  /** As `Desk.saveAlert`. Rejects with `unknown-account`, too. */
  async saveAlert(change: {
    readonly id?: string | undefined;
    readonly account: string;
    readonly condition: AlertCondition;
    readonly paused: boolean;
  }): Promise<Alert> {
    return (await this.#desk(change.account)).saveAlert(change);
  }

  /** As `Desk.removeAlert`. Rejects with `unknown-account`, too. */
  async removeAlert({ account, id }: { readonly account: string; readonly id: string }): Promise<Alert[]> {
    return (await this.#desk(account)).removeAlert(id);
  }

  /** Waits until what is kept of all accounts is read. Never rejects: a file that cannot be used is set aside. */
  async opened(): Promise<void> {
    await Promise.all(this.#opening.values());
  }

  /**
   * To be called with the accounts that there are, at the beginning and after each change: alerts are evaluated from then on, and what is
   * kept of accounts that are gone goes with them.
   */
  accountsChanged(summaries: readonly AccountSummary[]): void {
    if (this.#isClosed) return;
    this.#summaries = new Map(summaries.map((summary) => [summary.id, summary]));
    for (const id of this.#summaries.keys()) if (!this.#opening.has(id)) this.#open(id);
    this.#pulse.accountsChanged();
    for (const [id, opening] of this.#opening) {
      if (this.#summaries.has(id)) continue;
      this.#opening.delete(id);
      this.#desks.delete(id);
      const removal = opening.then((desk) => desk.remove()).catch((error) => this.#options.trouble.notSaved(error));
      this.#removals.add(removal);
      void removal.finally(() => this.#removals.delete(removal));
    }
  }

  /** To be called after each change of the settings. */
  settingsChanged(): void {
    this.#pulse.paceChanged();
  }

  /** Ends all that is under way, and waits until everything is written that can be. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#pulse.close();
    const desks = await Promise.all(this.#opening.values());
    await Promise.all([...desks.map((desk) => desk.close()), ...this.#removals]);
  }

  #open(account: string): void {
    const opening = this.#openDesk(account);
    this.#opening.set(account, opening);
    void opening.then((desk) => {
      if (this.#opening.get(account) !== opening || this.#isClosed) return;
      this.#desks.set(account, desk);
      this.#pulse.need(account, desk.needs);
    });
  }

  async #openDesk(account: string): Promise<Desk> {
    const { directory, now, trouble, settings, events } = this.#options;
    const file = await StateFile.open({
      file: path.join(directory, 'alerts', `${fileNameOf(account)}.json`),
      now,
      trouble,
      empty: emptyDesk,
      read: readDesk,
      write: writeDesk,
    });
    const desk: Desk = new Desk({
      ...this.#options,
      account,
      file,
      settings,
      latest: (list) => this.#pulse.latest(account, list),
      isNeeded: (list) => this.#pulse.isNeeded({ account, list }),
      findPlans: (plans, archive, signal) => this.#findPlans(account, plans, archive, signal),
      onActivity: events.activityAdded,
      onActivitiesChanged: () => events.activitiesChanged(account),
      onAlerts: (alerts) => {
        this.#pulse.need(account, desk.needs);
        events.alertsChanged(account, alerts);
      },
    });
    return desk;
  }

  async #desk(account: string): Promise<Desk> {
    const opening = this.#opening.get(account);
    if (opening === undefined) throw new OrderglassError('unknown-account', 'there is no account with this id');
    return opening;
  }

  async #desksOf(account: string | undefined): Promise<Desk[]> {
    return account === undefined ? Promise.all(this.#opening.values()) : [await this.#desk(account)];
  }

  #taken(account: string, list: LiveList): void {
    const desk = this.#desks.get(account);
    if (desk === undefined) return;
    const plans = list === 'open-plans' ? this.#pulse.latest(account, list) : null;
    const { archive } = this.#options.accounts.find(account);
    desk.taken(list, plans === null ? null : { ...plans, archive });
  }

  async #findPlans(
    account: string,
    plans: readonly PlanRef[],
    archive: string,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, PlanOrder>> {
    const found = this.#options.accounts.find(account);
    if (found.archive !== archive) throw new OrderglassError('cancelled', 'the account has another key');
    return findPlans(found, plans, signal, (page) => this.#options.onPlanPage?.(account, archive, page));
  }

  /** What only alerts need is polled often enough to be live. */
  #pace(): PollIntervals {
    const { pace, staleAfterMs } = this.#options.settings();
    return { ...pace, background: Math.min(pace.background, staleAfterMs) };
  }
}

/** Differs when something was edited that lets requests succeed, or fail. */
function accountFingerprint(summary: AccountSummary | undefined): string {
  if (summary === undefined || summary.kind === 'demo') return '';
  const { baseUrl, signingVariant, requestsPerWindow, credentials } = summary;
  return JSON.stringify([baseUrl, signingVariant, requestsPerWindow, credentials]);
}

/** An account's id is ours, and still nothing that a path should be made of unseen. */
function fileNameOf(account: string): string {
  return /^[\w-]{1,60}$/.test(account) ? account : createHash('sha256').update(account).digest('hex').slice(0, 32);
}
