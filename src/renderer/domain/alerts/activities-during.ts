import type { Activity } from '../../../shared/contract/alerts.ts';
import type { HistoryFilter } from '../../../shared/contract/history.ts';
import { maxActivities } from '../../../shared/market/market.ts';
import { maxFilterIds } from '../../../shared/orders/history.ts';
import { marginModes, type PlanStatus } from '../../../shared/values/domain.ts';
import { planIdOf } from '../plans/plan-row.ts';
import type { Absence } from './presence.ts';

/** Outcomes of a plan order that has triggered and whose order has not failed (docs/service.md 3.2). */
const triggered: ReadonlySet<string> = new Set<PlanStatus>(['placing-order', 'partially-executed', 'fully-executed']);

/** The activities of accounts during an absence. */
export interface AbsenceActivities {
  /** Plan orders that have triggered, whose order has failed, that left in another way, and whose outcome is not known. */
  triggered: readonly Activity[];
  failed: readonly Activity[];
  left: readonly Activity[];
  unknown: readonly Activity[];
  alerts: readonly Activity[];
  /** True if the log has dropped activities of the absence. */
  isCut: boolean;
}

/**
 * Returns what the activities, the latest first, say about an absence. A plan order left during the absence if it may
 * have left before its end: the lists before and after it may be far apart.
 */
export function activitiesDuring(
  activities: readonly Activity[],
  accounts: readonly string[],
  { since, before }: Absence,
): AbsenceActivities {
  const own = activities.filter(({ account }) => accounts.includes(account));
  const found = own.filter(({ at, event }) =>
    event.kind === 'plan-left'
      ? at >= since && event.lastSeenAt < before && event.backAt === null
      : at >= since && at < before,
  );
  const plansWhere = (fits: (status: string | undefined) => boolean) =>
    found.filter(({ event }) => event.kind === 'plan-left' && fits(event.outcome?.status));
  return {
    triggered: plansWhere((status) => status !== undefined && triggered.has(status)),
    failed: plansWhere((status) => status === 'failed'),
    left: plansWhere((status) => status !== undefined && status !== 'failed' && !triggered.has(status)),
    unknown: plansWhere((status) => status === undefined),
    alerts: found.filter(({ event }) => event.kind !== 'plan-left'),
    isCut: [...Map.groupBy(own, ({ account }) => account).values()].some(
      (log) => log.length >= maxActivities && log.every(({ at }) => at > since),
    ),
  };
}

/** Returns the filter of the plan orders that have left in the activities. An ID is unique only within an account and a margin mode. */
export function plansFilter(activities: readonly Activity[]): HistoryFilter {
  const keys = activities.flatMap(({ event }) => (event.kind === 'plan-left' ? event.plan : [])).slice(0, maxFilterIds);
  return {
    accounts: [...new Set(activities.map(({ account }) => account))],
    ids: keys.map(planIdOf),
    marginModes: marginModes.filter((mode) => keys.some((key) => key.startsWith(`${mode}:`))),
  };
}
