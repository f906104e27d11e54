import type { AlertCondition, AlertFired } from '../contract/alerts.ts';
import type { LiveList, PnlSubject, RuleName } from '../market/market.ts';
import type { PositionSide } from '../orders/trades.ts';
import type { Decimal, PlanStatus, Side } from '../values/domain.ts';

/** Texts of activity and alerts, on the page and in notifications. */
export interface ActivityText {
  /** Names a symbol of the spot market. Other symbols are those of futures. */
  spot: (symbol: string) => string;
  /** Names of the live lists within a sentence. */
  lists: Record<LiveList, string>;
  planStatus: Record<PlanStatus, string>;
  unknown: (value: string) => string;
  /** Joins two facts. */
  both: (first: string, second: string) => string;
  /** A plan order that is no longer open, by its outcome. `price`: its trigger price. */
  planLeft: {
    triggered: (symbol: string, side: Side | null, price: string | null) => string;
    failed: (symbol: string, side: Side | null) => string;
    canceled: (symbol: string, side: Side | null) => string;
    unknown: (symbol: string, side: Side | null) => string;
  };
  triggerPrice: (price: string) => string;
  notSaidYet: string;
  filled: (quantity: string) => string;
  isBack: string;
  /** The plan order is open again, although the history has an outcome for it. */
  isBackThough: (outcome: string) => string;
  planNear: (symbol: string, percent: string) => string;
  planAtTrigger: (symbol: string) => string;
  planOrphaned: (symbol: string) => string;
  /** Why a plan order is an orphan. */
  orphanReasons: Record<NonNullable<AlertFired['remark']>, string>;
  /** The last price reached a level from below, from above, or exactly. */
  reached: Record<'rose' | 'fell' | 'at', (symbol: string, level: string) => string>;
  lastPrice: (price: string) => string;
  change: (symbol: string, percent: string) => string;
  /** An open position of a symbol. */
  position: (symbol: string, side: PositionSide) => string;
  priceMove: (symbol: string, percent: string, minutes: number) => string;
  unstopped: (position: string, minutes: number) => string;
  stopNear: (position: string, percent: string) => string;
  losingStreak: (trades: string) => string;
  tradesToday: (trades: string) => string;
  /** A PnL, by what it is of; `of`: the position. `value`: with its unit. */
  pnl: Record<PnlSubject, (value: string, of: string) => string>;
  /** What an alert would have done again while it was quiet. */
  repeated: (number: number) => string;
  /** A symbol that has left its list. */
  unlisted: (symbol: string) => string;
  unlistedDetail: string;
  /** A watched symbol that has come into its list. */
  listed: (symbol: string) => string;
  listedDetail: string;
  /** Precision or bounds of a symbol have changed. */
  rulesChanged: (symbol: string) => string;
  rules: Record<RuleName, string>;
  ruleChange: (rule: string, from: string, to: string) => string;
  notFetched: (list: string, account: string) => string;
  requestsFail: (account: string) => string;
  conditions: {
    planNear: (percent: string, of: string) => string;
    planLeft: (of: string) => string;
    planOrphaned: (of: string) => string;
    onePlan: string;
    ofSymbol: (symbol: string) => string;
    allPlans: string;
    price: Record<Extract<AlertCondition, { kind: 'price' }>['direction'], (symbol: string, level: string) => string>;
    change: (symbol: string, percent: string) => string;
    priceMove: (symbol: string, percent: string, minutes: number) => string;
    unstopped: (minutes: number, of: string) => string;
    stopNear: (percent: string, of: string) => string;
    losingStreak: (trades: string) => string;
    tradesToday: (trades: string) => string;
    anyPosition: string;
    /** `amount`: with its unit. */
    pnl: Record<PnlSubject, Record<'loss' | 'gain', (amount: string, of: string) => string>>;
    stale: (minutes: number) => string;
    accountSilent: string;
  };
  /** Title of one notification for several events. */
  several: (number: number) => string;
  /** Title for plan orders with the same outcome. */
  plansLeft: Record<PlanEnd, (number: number) => string>;
  /** Title for plan orders with different outcomes, and the count of each outcome in it. */
  plansEnded: (number: number, ends: string) => string;
  ends: Record<PlanEnd, (number: number) => string>;
  alertsFired: (number: number) => string;
  symbolsUnlisted: (number: number) => string;
  /** Title for symbols that were listed, or whose rules have changed. */
  symbolsChanged: (number: number) => string;
  /** A list of names: "BTC, ETH". */
  enumerated: (names: readonly string[]) => string;
  /** Puts the names of the accounts before a detail. */
  ofAccounts: (names: string, detail: string) => string;
}

/** Outcome of a plan order that is no longer open, as far as a notice distinguishes outcomes. */
export const planEnds = ['triggered', 'failed', 'canceled', 'unknown'] as const;
export type PlanEnd = (typeof planEnds)[number];

export interface WordsOptions {
  text: ActivityText;
  /** Formats a number with the user's thousands separator. It has `minimumPlaces` decimal places at least. */
  format: (value: Decimal, minimumPlaces?: number) => string;
  /** Returns the name of the account with an ID. */
  accountName: (account: string) => string;
}
