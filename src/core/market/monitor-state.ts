import { z } from 'zod';
import { marginModes, type OpenPlan } from '../../shared/domain.ts';
import type { Activity, Alert } from '../../shared/market.ts';
import { activitySchema, alertSchema, planOutcomeSchema } from '../../shared/market-schemas.ts';
import { type AlertState, alertStateSchema, initialState } from './alert-state.ts';

/** What is kept of an open plan, to know it again and to find it in the history. */
const planMarkSchema = z.object({
  key: z.string().min(1).max(300),
  id: z.string().min(1).max(200),
  symbol: z.string().min(1).max(200),
  marginMode: z.enum(marginModes),
  createdAt: z.number(),
});
export type PlanRef = z.output<typeof planMarkSchema>;

export function planRef({ key, id, symbol, marginMode, createdAt }: OpenPlan): PlanRef {
  return { key, id, symbol, marginMode, createdAt };
}

/** The last whole list of open plans. */
const knownPlansSchema = z.object({
  /** Of the account's archive: plans of another one are another's. */
  archive: z.string(),
  fetchedAt: z.number(),
  /** Rows of the list that could not be read and did not tell which plan they are. */
  unnamed: z.number(),
  plans: z.array(planMarkSchema),
});
export type KnownPlans = z.output<typeof knownPlansSchema>;

/** A plan that is missing from the list, while it is found out what became of it. */
const leavingPlanSchema = z.object({
  plan: planMarkSchema,
  archive: z.string(),
  /** When the list had it last, and when it had it no more. */
  lastSeenAt: z.number(),
  missedAt: z.number(),
  /** Whole lists in a row that do not have it. */
  absences: z.number(),
  /** It may be one of so many rows that cannot be read; 0: it is none of them. */
  maybeOf: z.number(),
  /** How often the history was asked for it. */
  lookups: z.number(),
  outcome: planOutcomeSchema.nullable(),
  /** Of the activity that tells of it; `null` until it is told. */
  activity: z.string().nullable(),
});
export type ClosingPlan = z.output<typeof leavingPlanSchema>;

export interface KeptAlert {
  readonly alert: Alert;
  readonly state: AlertState;
}
const keptAlertSchema = z.object({ alert: alertSchema, state: alertStateSchema });

/** All that is kept of an account's desk. */
export interface MonitorState {
  readonly alerts: readonly KeptAlert[];
  /** The oldest first. */
  readonly activities: readonly Activity[];
  readonly plans: KnownPlans | null;
  readonly leaving: readonly ClosingPlan[];
}

export const emptyDesk: MonitorState = { alerts: [], activities: [], plans: null, leaving: [] };

const version = 1;
const fileSchema = z.object({
  version: z.literal(version),
  alerts: z.array(z.unknown()),
  activities: z.array(z.unknown()),
  plans: z.unknown(),
  leaving: z.array(z.unknown()),
});

export function writeDesk(content: MonitorState): string {
  return `${JSON.stringify({ version, ...content })}\n`;
}

/** See `KeptFileOptions.read`. */
export function readDesk(text: string): { content: MonitorState; isWhole: boolean } {
  const file = fileSchema.parse(JSON.parse(text));
  const alerts = legible(keptAlertSchema, file.alerts).map(({ alert, state }) => ({
    alert,
    state: state.kind === alert.condition.kind ? state : initialState(alert.condition),
  }));
  const activities = legible(activitySchema, file.activities);
  const leaving = legible(leavingPlanSchema, file.leaving);
  const plans = knownPlansSchema.nullable().safeParse(file.plans);
  const isWhole =
    alerts.length === file.alerts.length &&
    activities.length === file.activities.length &&
    leaving.length === file.leaving.length &&
    plans.success;
  return { content: { alerts, activities, plans: plans.data ?? null, leaving }, isWhole };
}

function legible<Part>(schema: z.ZodType<Part>, stored: readonly unknown[]): Part[] {
  return stored.map((part) => schema.safeParse(part)).flatMap((parsed) => (parsed.success ? [parsed.data] : []));
}
