/** Alerts, and the activity log of an account. */
import { z } from 'zod';
import { liveLists, maxActivities, maxCountedTrades, pnlSubjects, ruleNames, tickerMarkets } from '../market/market.ts';
import { orphanReasons, positionSides } from '../orders/trades.ts';
import { sides } from '../values/domain.ts';
import { errorCodes } from '../values/error-codes.ts';
import type { Channel } from './channel.ts';
import { planOutcomeSchema } from './plans.ts';
import {
  accountIdSchema,
  countSchema,
  keySchema,
  positiveDecimalSchema,
  symbolSchema,
  timestampSchema,
} from './values.ts';

const id = z.string().min(1).max(60);
const plans = { plan: keySchema.optional(), symbol: symbolSchema.optional() };
const minutes = z.number().int().min(1).max(1440);
const tradeCount = z.number().int().min(1).max(maxCountedTrades);
const ticker = { market: z.enum(tickerMarkets), symbol: symbolSchema };

/**
 * Condition of an alert. Percentages and prices are decimals in plain notation; comparisons are exact.
 *
 * An alert fires once per crossing, if two polls in a row show it, and re-arms only after the value was away from the threshold by a margin. A
 * condition that holds when the alert is created, changed or resumed is no crossing. A crossing while nothing was fetched fires with the second
 * value after it. Values that are too old to count as live, and what cannot be told (docs/risk.md), never fire.
 */
const alertConditionSchema = z.discriminatedUnion('kind', [
  /**
   * An open plan comes within `percent` percent of the last price of its trigger, reaches it or passes it: one plan, all plans of a symbol,
   * or all plans. A plan that is placed within that distance counts. Margin: 10% of `percent`.
   */
  z.strictObject({ kind: z.literal('plan-near'), percent: positiveDecimalSchema, ...plans }),
  /** A plan leaves the open plans: triggered, failed, canceled or unknown. */
  z.strictObject({ kind: z.literal('plan-left'), ...plans }),
  /**
   * An open plan is an orphan: see `orphanOf`. Fires once for each plan, and again only after it was none. Nothing fires while
   * the history does not tell.
   */
  z.strictObject({ kind: z.literal('plan-orphaned'), ...plans }),
  /** The last price reaches a level from below, from above, or either way. Margin: 0.1% of the level. */
  z.strictObject({
    kind: z.literal('price'),
    ...ticker,
    level: positiveDecimalSchema,
    direction: z.enum(['rises-to', 'falls-to', 'crosses']),
  }),
  /** The 24-hour change is at least `percent` percent in either direction. Margin: 5% of `percent`. */
  z.strictObject({ kind: z.literal('change'), ...ticker, percent: positiveDecimalSchema }),
  /**
   * The last price is at least `percent` percent above the lowest, or below the highest, of the last `minutes` minutes (1 to 1,440) in which the
   * list was polled. Margin: 5% of `percent`.
   */
  z.strictObject({ kind: z.literal('price-move'), ...ticker, percent: positiveDecimalSchema, minutes }),
  /**
   * No stop is found for an open position, among plan orders and waiting orders, for `minutes` minutes (1 to 1,440; docs/risk.md 3): for one of
   * a symbol, or any. Fires once for each position, and again only after a stop was found. A position that has none when the alert is created
   * counts from then on.
   */
  z.strictObject({ kind: z.literal('position-unstopped'), minutes, symbol: symbolSchema.optional() }),
  /** The nearest stop of an open position is within `percent` percent of the last price: of a symbol, or any. Margin: 10% of `percent`. */
  z.strictObject({ kind: z.literal('stop-near'), percent: positiveDecimalSchema, symbol: symbolSchema.optional() }),
  /** At least so many of the latest closed trades are losses, or so many trades were opened today (docs/risk.md 7), as far as that is certain. */
  z.strictObject({ kind: z.literal('losing-streak'), trades: tradeCount }),
  z.strictObject({ kind: z.literal('trades-today'), trades: tradeCount }),
  /**
   * A PnL is a loss or a gain of at least `amount`: in the quote currency, or in percent, which is of the entry of a position, or of those of the
   * account (docs/risk.md 7). `entry`: the last price is at least `amount` percent below the entry of a position (`loss`), or above (`gain`).
   * The value decides, not its range. An uncertain PnL does not count. `quote`: of an account. Margin: 5% of `amount`.
   */
  z.strictObject({
    kind: z.literal('pnl'),
    of: z.enum(pnlSubjects),
    direction: z.enum(['loss', 'gain']),
    amount: positiveDecimalSchema,
    unit: z.enum(['amount', 'percent']),
    quote: z.string().min(1).max(60),
    symbol: symbolSchema.optional(),
  }),
  /** A list that a page shows, or another alert needs, was not fetched for `minutes` minutes (1 to 1,440). */
  z.strictObject({ kind: z.literal('stale'), minutes }),
  /** The account's requests have failed for a minute, or fail until the user corrects the key or, by two polls, the address. */
  z.strictObject({ kind: z.literal('account-silent') }),
]);
export type AlertCondition = z.output<typeof alertConditionSchema>;

/** An alert as it is stored. */
export const alertRecordSchema = z.strictObject({
  id,
  account: accountIdSchema,
  condition: alertConditionSchema,
  paused: z.boolean(),
  /** Least minutes between two firings for one plan order, position or symbol; 0: every time. `null`: once, then the alert is paused. */
  quietMinutes: z.number().int().min(0).max(1440).nullable(),
  /** The alert is paused from then on; `null`: never. */
  endsAt: timestampSchema.nullable(),
  createdAt: timestampSchema,
  /** `null` if the alert has never fired. */
  lastFiredAt: timestampSchema.nullable(),
});
export type AlertRecord = z.output<typeof alertRecordSchema>;

const alertSchema = alertRecordSchema.extend({
  /**
   * False if the alert has fired, or its condition held when it was created, and the value was not away from the threshold by the margin
   * since. True for alerts of plan orders, which re-arm for each plan order alone.
   */
  isArmed: z.boolean(),
});
export type Alert = z.output<typeof alertSchema>;

/** A plan left the open plans. */
const planLeftSchema = z.strictObject({
  kind: z.literal('plan-left'),
  /** The plan's key, the same in the open plans and the plan history. */
  plan: keySchema,
  symbol: z.string(),
  /** `null` if the plan's type has no side that is known. */
  side: z.enum(sides).nullable(),
  triggerPrice: z.string().nullable(),
  /** Last time at which the plan was in the list. It left between then and the activity's `at`; far apart if the list was not polled. */
  lastSeenAt: timestampSchema,
  /** `null` while the plan history does not contain the plan. */
  outcome: planOutcomeSchema.nullable(),
  /** When the list contained the plan again; `null` if it did not. */
  backAt: timestampSchema.nullable(),
});
export type PlanLeft = z.output<typeof planLeftSchema>;

/** An alert fired. A `plan-left` alert has no event of its own: `PlanLeft` is its event. */
const alertFiredSchema = z.strictObject({
  kind: z.literal('alert'),
  alert: z.string(),
  /** Condition at that time. */
  condition: alertConditionSchema,
  symbol: z.string().nullable(),
  /** With `plan-near` and `plan-orphaned`: the plan's key. */
  plan: keySchema.nullable(),
  /** With `stale`: the list. */
  list: z.enum(liveLists).nullable(),
  /** With `price` the last price; with `change`, `price-move`, `plan-near` and `stop-near` the change or distance in percent, with two decimal places; with `losing-streak` and `trades-today` the number. */
  value: z.string().nullable(),
  /** With `account-silent`: error code of the requests. */
  failure: z.enum(errorCodes).nullable(),
  /** With `position-unstopped`, `stop-near` and `pnl` of a position: its side. `value`: the PnL. */
  position: z.enum(positionSides).optional(),
  /** With `plan-orphaned`: why the plan order is an orphan. */
  remark: z.enum(orphanReasons).optional(),
  /** How often the alert would have fired again while it was quiet. */
  repeats: z.number().int().min(1).optional(),
});
export type AlertFired = z.output<typeof alertFiredSchema>;

/** A symbol with an alert, an open plan or a position, or one of the favorites or watchlists, is no longer in the list of its market. */
const unlistedSchema = z.strictObject({
  kind: z.literal('unlisted'),
  symbol: z.string(),
  market: z.enum(tickerMarkets),
});

/** A symbol that the list of its market lacked, and that has an alert, an open plan, or a place among the favorites or watchlists, is in the list. */
const listedSchema = z.strictObject({
  kind: z.literal('listed'),
  symbol: z.string(),
  market: z.enum(tickerMarkets),
});

const ruleChangeSchema = z.strictObject({ rule: z.enum(ruleNames), from: z.string(), to: z.string() });
export type RuleChange = z.output<typeof ruleChangeSchema>;
/** Precision or bounds of such a futures symbol have changed between two readings. */
const rulesChangedSchema = z.strictObject({
  kind: z.literal('rules-changed'),
  symbol: z.string(),
  changes: z.array(ruleChangeSchema).min(1),
});

/** An event in the activity log of an account. */
export const activitySchema = z.strictObject({
  id,
  account: accountIdSchema,
  at: timestampSchema,
  event: z.discriminatedUnion('kind', [
    planLeftSchema,
    alertFiredSchema,
    unlistedSchema,
    listedSchema,
    rulesChangedSchema,
  ]),
  /** True if the user has seen the activity. */
  read: z.boolean(),
  /** True if a system notification is due: an alert fired, notifications of its kind are on, and it was no quiet hour. */
  notify: z.boolean(),
});
export type Activity = z.output<typeof activitySchema>;

/** A report that an account is in the window in front. */
const presenceSchema = z.strictObject({
  /** Last time at which the account was in front before the report; `null` if it never was. */
  before: timestampSchema.nullable(),
  /** Time of the report. */
  at: timestampSchema,
});
export type Presence = z.output<typeof presenceSchema>;

/** Default: all accounts. */
const accountFilterSchema = z.strictObject({ account: accountIdSchema.optional() });
export type AccountFilter = z.output<typeof accountFilterSchema>;
/** Without `ids`: all activities of the account. */
const readMarkSchema = z.strictObject({ account: accountIdSchema, ids: z.array(id).max(maxActivities).optional() });
export type ReadMark = z.output<typeof readMarkSchema>;
/** Without `id`: a new alert. Without `quietMinutes` and `endsAt`: as before, or `defaultQuietMinutes` and never. */
const alertChangeSchema = alertRecordSchema.pick({ account: true, condition: true, paused: true }).extend({
  id: id.optional(),
  quietMinutes: alertRecordSchema.shape.quietMinutes.optional(),
  endsAt: alertRecordSchema.shape.endsAt.optional(),
});
export type AlertChange = z.output<typeof alertChangeSchema>;
const alertQuerySchema = z.strictObject({ account: accountIdSchema, id });
export type AlertQuery = z.output<typeof alertQuerySchema>;
const presenceReportSchema = z.strictObject({ account: accountIdSchema, isInFront: z.boolean() });
export type PresenceReport = z.output<typeof presenceReportSchema>;
const alertList = z.array(alertSchema);

/** An account whose plan orders are not watched at the moment. */
const unwatchedAccountSchema = z.strictObject({
  account: accountIdSchema,
  /** Error code of the last poll; `null` if the account has no keys in this session. */
  failure: z.enum(errorCodes).nullable(),
});
export type UnwatchedAccount = z.output<typeof unwatchedAccountSchema>;
const unwatchedList = z.array(unwatchedAccountSchema);

export const alertChannels = {
  /** Latest first. */
  readActivity: { input: accountFilterSchema, output: z.array(activitySchema) },
  markActivityRead: { input: readMarkSchema, output: z.strictObject({ unread: countSchema }) },
  /** The account is in the window in front, or is no longer. See `Presence`. */
  reportPresence: { input: presenceReportSchema, output: presenceSchema },
  /** By creation time. */
  listAlerts: { input: accountFilterSchema, output: alertList },
  saveAlert: { input: alertChangeSchema, output: alertSchema },
  /** Returns the account's other alerts. */
  removeAlert: { input: alertQuerySchema, output: alertList },
  readUnwatched: { input: z.strictObject({}), output: unwatchedList },
} satisfies Record<string, Channel>;

export const alertEvents = {
  activityAdded: activitySchema,
  /** Announce activities outside the page as one notification. A page in a browser uses its own words, in the language of the browser. */
  notificationDue: z.strictObject({
    /** The latest first. */
    activities: z.array(activitySchema).min(1),
    title: z.string(),
    detail: z.string(),
    /** True if the notification plays no sound. */
    silent: z.boolean(),
  }),
  /** The system could not show the notification of these activities. The page shows them until the user closes them. */
  notificationFailed: z.strictObject({ ids: z.array(z.string()).min(1) }),
  /** Existing activities have changed: call `readActivity` again. */
  activitiesChanged: z.strictObject({ account: z.string() }),
  /** The result of `listAlerts` for the account. */
  alertsChanged: z.strictObject({ account: accountIdSchema, alerts: alertList }),
  /** The result of `readUnwatched`. */
  unwatchedChanged: unwatchedList,
  /** The user clicked the system notification of an activity. */
  activityChosen: z.strictObject({ id: z.string() }),
};
