import type { z } from 'zod';
import type { OrphanMark } from '../../../history/index.ts';
import type { AlertCondition, AlertFired, AlertRecord } from '../../../shared/contract/alerts.ts';
import type { Failure } from '../../../shared/contract/failure.ts';
import type { LiveRows } from '../../../shared/contract/market.ts';
import type { PriceDoubt } from '../../../shared/market/last-price.ts';
import type { AlertKind, LiveList, TickerMarket } from '../../../shared/market/market.ts';
import type { Decimal, Timestamp } from '../../../shared/values/domain.ts';
import type { Told } from '../../../shared/values/told.ts';
import type { AccountRisk } from '../account-risk.ts';
import type { Confirmations } from '../confirmations.ts';
import type { PriceExtremes } from '../price-extremes.ts';

export type ConditionOf<Kind extends AlertKind> = Extract<AlertCondition, { kind: Kind }>;

/** The last price for an alert. `older`: the latest snapshot is older than one before it. */
export type JudgedPrice = Told<Decimal, PriceDoubt | 'older'>;

/** What an alert can be evaluated on. */
export type AlertEvent =
  /** A poll has fetched a list. */
  | { readonly kind: 'rows'; readonly list: LiveList }
  /** The history says of the open plan orders of one moment whether they are orphans. */
  | { readonly kind: 'orphans'; readonly marks: ReadonlyMap<string, OrphanMark> }
  /** A poll has failed. */
  | { readonly kind: 'failed' }
  /** Time has passed. */
  | { readonly kind: 'ticked' };

/** Consecutive failures of a list. */
export interface Failing {
  readonly since: number;
  readonly failure: Failure;
  /** False if the next poll may take the latest failure back: a page of another service, for example. */
  readonly isConfirmed: boolean;
}

/** What alerts are judged by. */
export interface AlertWorld {
  readonly now: Timestamp;
  readonly monotonicNow: number;
  readonly confirmations: Confirmations;
  /** By the IDs of alerts. */
  readonly extremes: PriceExtremes;
  /** Monotonic start of the current uninterrupted polling of each list. */
  readonly polledSince: ReadonlyMap<LiveList, number>;
  /** The consecutive failures of each list. */
  readonly failing: ReadonlyMap<LiveList, Failing>;
  /** Returns the latest rows of a list; `null` if they are not live. */
  rows<List extends LiveList>(list: List): ReadonlyMap<string, LiveRows[List]> | null;
  /** Returns the last price of a symbol; `null` if the tickers of its market are not live. */
  lastPrice(ticker: { readonly market: TickerMarket; readonly symbol: string }): JudgedPrice | null;
  /** Returns the risk of the account; `null` if one of the lists is not live, or if the history told nothing lately. */
  risk(): AccountRisk | null;
  /** Returns the milliseconds since the latest rows of a list. */
  silenceOf(list: LiveList): number;
}

/** The fields of `AlertFired` that depend on the kind of the alert. */
export type Findings = Omit<AlertFired, 'kind' | 'alert' | 'condition'>;

export interface Transition<State> {
  readonly state: State;
  /** One element for each time that the alert fires. */
  readonly fires: readonly Partial<Findings>[];
}

/** A kind of alerts. `State`: of an alert between two evaluations and across restarts, so that one crossing fires once. */
export interface KindRules<Kind extends AlertKind, State> {
  readonly state: z.ZodType<State>;
  /** State of an alert that is new, changed or resumed, before its first evaluation. */
  readonly initial: NoInfer<State>;
  /** See `Alert.isArmed`. */
  isArmed(state: NoInfer<State>): boolean;
  /** Returns the lists that must be polled for an alert. */
  lists(condition: ConditionOf<Kind>): LiveList[];
  /** True if an alert needs what the history tells of the open positions: all of it, or which plan orders are orphans. */
  readonly needs?: 'risk' | 'orphans';
  /** Returns the next state after an event; `null` if the event does not concern the alert. */
  next(
    event: AlertEvent,
    alert: Pick<AlertRecord, 'id'> & { readonly condition: ConditionOf<Kind> },
    state: NoInfer<State>,
    world: AlertWorld,
  ): Transition<NoInfer<State>> | null;
}

/** Lets the compiler infer the state of a kind. */
export function defineKind<Kind extends AlertKind, State extends { readonly kind: Kind }>(
  _kind: Kind,
  rules: KindRules<Kind, State>,
): KindRules<Kind, State> {
  return rules;
}

export const tickerLists = { futures: 'futures-tickers', spot: 'spot-tickers' } as const satisfies Record<
  TickerMarket,
  LiveList
>;
