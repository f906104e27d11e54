import { z } from 'zod';
import type { Activity, AlertCondition, AlertRecord } from '../../shared/contract/alerts.ts';
import { activitySchema, alertRecordSchema } from '../../shared/contract/alerts.ts';
import { closingPlanSchema, knownPlansSchema, type TrackedPlans } from '../../shared/contract/tracked-plans.ts';
import { type FormatStep, isObject, JsonFormat } from '../../shared/json/json-format.ts';
import { defaultQuietMinutes, liveLists, type TickerMarket } from '../../shared/market/market.ts';
import type { Timestamp } from '../../shared/values/domain.ts';

/** Plans that do not fire until they have been away. */
const markedPlansSchema = z.array(
  z.strictObject({
    plan: z.string(),
    /** Time of the first list without the plan, which may return; `null` while the list has it. */
    absentSince: z.number().nullable(),
  }),
);
export type MarkedPlans = z.output<typeof markedPlansSchema>;

/**
 * State of an alert between two evaluations and across restarts, so that one crossing fires once.
 *
 * `price`: the side of the level of the last price. `crossed-…`: the price has crossed the level and was not away from it by the margin
 * since. `change`: within the percentage or beyond it. `plan-near`, `plan-orphaned`: the plan orders that do not fire until
 * they have been away.
 * `position-unstopped`: the positions without a stop. `pnl`: the positions or currencies beyond the amount.
 * `stale`, `account-silent`: whether the alert has fired, and for which list.
 */
const alertStateSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('price'),
    side: z.enum(['unknown', 'below', 'above', 'crossed-up', 'crossed-down']),
  }),
  z.strictObject({ kind: z.literal('change'), side: z.enum(['unknown', 'within', 'beyond']) }),
  z.strictObject({
    kind: z.literal('plan-near'),
    /** False before the first evaluation. Plans that are already near at the first evaluation do not fire. */
    hasBegun: z.boolean(),
    near: markedPlansSchema,
  }),
  z.strictObject({ kind: z.literal('plan-orphaned'), hasBegun: z.boolean(), orphaned: markedPlansSchema }),
  z.strictObject({ kind: z.literal('plan-left') }),
  z.strictObject({
    kind: z.literal('position-unstopped'),
    /** `since`: the first evaluation without a stop. */
    bare: z.array(z.strictObject({ position: z.string(), since: z.number(), hasFired: z.boolean() })),
  }),
  z.strictObject({
    kind: z.literal('pnl'),
    /** False before the first evaluation. What is beyond the amount then does not fire. */
    hasBegun: z.boolean(),
    beyond: z.array(z.string()),
  }),
  z.strictObject({ kind: z.literal('stale'), hasFired: z.boolean() }),
  z.strictObject({ kind: z.literal('account-silent'), firedFor: z.enum(liveLists).nullable() }),
]);

export type AlertState = z.output<typeof alertStateSchema>;
export type StateOf<Kind extends AlertState['kind']> = Extract<AlertState, { kind: Kind }>;
export type PriceSide = StateOf<'price'>['side'];
export type ChangeSide = StateOf<'change'>['side'];

/** State of an alert that is new, changed or resumed, before its first evaluation. */
export function initialState({ kind }: AlertCondition): AlertState {
  switch (kind) {
    case 'price':
    case 'change':
      return { kind, side: 'unknown' };
    case 'plan-near':
      return { kind, hasBegun: false, near: [] };
    case 'plan-orphaned':
      return { kind, hasBegun: false, orphaned: [] };
    case 'plan-left':
      return { kind };
    case 'position-unstopped':
      return { kind, bare: [] };
    case 'pnl':
      return { kind, hasBegun: false, beyond: [] };
    case 'stale':
      return { kind, hasFired: false };
    case 'account-silent':
      return { kind, firedFor: null };
  }
}

/** See `Alert.isArmed`. */
export function isArmed(state: AlertState): boolean {
  switch (state.kind) {
    case 'price':
      return state.side !== 'crossed-up' && state.side !== 'crossed-down';
    case 'change':
      return state.side !== 'beyond';
    case 'plan-near':
    case 'plan-orphaned':
    case 'plan-left':
    case 'position-unstopped':
      return true;
    case 'pnl':
      return state.beyond.length === 0;
    case 'stale':
      return !state.hasFired;
    case 'account-silent':
      return state.firedFor === null;
  }
}

/** `of`: the plan order, position or symbol. `since`: when the alert last fired for it. */
const quietSchema = z.object({ of: z.string(), since: z.number() });
export type Quiet = z.output<typeof quietSchema>;

const storedAlertSchema = z.object({ alert: alertRecordSchema, state: alertStateSchema, quiet: z.array(quietSchema) });

export interface StoredAlert {
  readonly alert: AlertRecord;
  readonly state: AlertState;
  readonly quiet: readonly Quiet[];
}

/** Everything that is stored of an account's alerts and activities. */
export interface MonitorState extends TrackedPlans {
  readonly alerts: readonly StoredAlert[];
  /** The oldest first. */
  readonly activities: readonly Activity[];
  /** See `LastPresence`. */
  readonly lastPresentAt: Timestamp | null;
  /** The symbols with an alert or an open plan that were in the list of their market. */
  readonly listed: Readonly<Record<TickerMarket, readonly string[]>>;
}

export const emptyMonitorState: MonitorState = {
  alerts: [],
  activities: [],
  plans: null,
  closing: [],
  lastPresentAt: null,
  listed: { futures: [], spot: [] },
};

/** Earlier programs take a symbol that has left its list, and what an alert would have fired, for damage. */
const addQuietTime: FormatStep = (file) => ({
  ...file,
  alerts: Array.isArray(file.alerts) ? file.alerts.map(withQuietTime) : file.alerts,
  listed: emptyMonitorState.listed,
});

function withQuietTime(part: unknown): unknown {
  if (!isObject(part) || !isObject(part.alert)) return part;
  return { ...part, alert: { ...part.alert, quietMinutes: defaultQuietMinutes, endsAt: null }, quiet: [] };
}

const format = new JsonFormat({ first: 5, steps: [addQuietTime] });
const symbolsSchema = z.array(z.string()).catch([]);
const fileSchema = z.object({
  alerts: z.array(z.unknown()),
  activities: z.array(z.unknown()),
  plans: z.unknown(),
  closing: z.array(z.unknown()),
  lastPresentAt: z.number().nullable().catch(null),
  listed: z.object({ futures: symbolsSchema, spot: symbolsSchema }).catch({ futures: [], spot: [] }),
});

export function writeMonitorState(state: MonitorState): string {
  return format.write(state);
}

/** Reads a stored state: see `readOrQuarantine`. Damaged parts are left out. */
export function readMonitorState(text: string): { content: MonitorState; isWhole: boolean } {
  const file = fileSchema.parse(format.read(text));
  const alerts = readable(storedAlertSchema, file.alerts).map(({ alert, state, quiet }) => ({
    alert,
    quiet,
    state: state.kind === alert.condition.kind ? state : initialState(alert.condition),
  }));
  const activities = readable(activitySchema, file.activities);
  const closing = readable(closingPlanSchema, file.closing);
  const plans = knownPlansSchema.nullable().safeParse(file.plans);
  const isWhole =
    alerts.length === file.alerts.length &&
    activities.length === file.activities.length &&
    closing.length === file.closing.length &&
    plans.success;
  return {
    content: {
      alerts,
      activities,
      plans: plans.data ?? null,
      closing,
      lastPresentAt: file.lastPresentAt,
      listed: file.listed,
    },
    isWhole,
  };
}

function readable<Part>(schema: z.ZodType<Part>, stored: readonly unknown[]): Part[] {
  return stored.map((part) => schema.safeParse(part)).flatMap((parsed) => (parsed.success ? [parsed.data] : []));
}
