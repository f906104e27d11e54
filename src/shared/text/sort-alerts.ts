import type { Alert } from '../contract/alerts.ts';

type Made = Pick<Alert, 'createdAt' | 'id'>;

/** Sorts alerts of any accounts by creation time, then by ID. */
export function sortAlerts<One extends Made>(alerts: readonly One[]): One[] {
  return alerts.toSorted((one, other) => one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1));
}

/** Replaces the alerts of one account and sorts all of them by creation time. */
export function withAlertsOf<One extends Made & Pick<Alert, 'account'>>(
  all: readonly One[],
  account: string,
  current: readonly One[],
): One[] {
  return sortAlerts([...all.filter((alert) => alert.account !== account), ...current]);
}
