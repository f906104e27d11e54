import { z } from 'zod';
import type { Activity, AlertRecord } from '../../shared/contract/alerts.ts';
import { activitySchema, alertRecordSchema } from '../../shared/contract/alerts.ts';
import { closingPlanSchema, knownPlansSchema, type TrackedPlans } from '../../shared/contract/tracked-plans.ts';
import { type FormatStep, isObject, JsonFormat } from '../../shared/json/json-format.ts';
import { defaultQuietMinutes, type TickerMarket } from '../../shared/market/market.ts';
import type { Timestamp } from '../../shared/values/domain.ts';
import { type AlertState, alertStateSchema, initialState } from './kinds/index.ts';
import { type KnownRules, knownRulesSchema } from './known-rules.ts';

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
  /** The watched symbols that the list of their market lacked. */
  readonly absent: Readonly<Record<TickerMarket, readonly string[]>>;
  readonly rules: KnownRules;
}

export const emptyMonitorState: MonitorState = {
  alerts: [],
  activities: [],
  plans: null,
  closing: [],
  lastPresentAt: null,
  listed: { futures: [], spot: [] },
  absent: { futures: [], spot: [] },
  rules: {},
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

/** Earlier programs take what has become of a symbol for damage. */
const addSymbolNews: FormatStep = (file) => ({ ...file, absent: emptyMonitorState.absent, rules: {} });

/** Earlier programs take alerts on moves of a price and on near stops for damage. */
const addKinds: FormatStep = (file) => file;

/** Earlier programs take alerts on numbers of trades for damage. */
const addTradeCounts: FormatStep = (file) => file;

const format = new JsonFormat({ first: 5, steps: [addQuietTime, addSymbolNews, addKinds, addTradeCounts] });
const symbolsSchema = z.array(z.string()).catch([]);
const marketsSchema = z.object({ futures: symbolsSchema, spot: symbolsSchema }).catch({ futures: [], spot: [] });
const fileSchema = z.object({
  alerts: z.array(z.unknown()),
  activities: z.array(z.unknown()),
  plans: z.unknown(),
  closing: z.array(z.unknown()),
  lastPresentAt: z.number().nullable().catch(null),
  listed: marketsSchema,
  absent: marketsSchema,
  rules: knownRulesSchema.catch({}),
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
      absent: file.absent,
      rules: file.rules,
    },
    isWhole,
  };
}

function readable<Part>(schema: z.ZodType<Part>, stored: readonly unknown[]): Part[] {
  return stored.map((part) => schema.safeParse(part)).flatMap((parsed) => (parsed.success ? [parsed.data] : []));
}
