import type { Alert } from './market.ts';

type Made = Pick<Alert, 'createdAt' | 'id'>;

/** In the order in which they were made, whatever account they are of; those of the same moment by their ids. */
export function inOrderMade<One extends Made>(alerts: readonly One[]): One[] {
  return alerts.toSorted((one, other) => one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1));
}

/** All alerts with those of an account as they are now, in the order in which they were made. */
export function withAlertsOf<One extends Made & Pick<Alert, 'account'>>(
  all: readonly One[],
  account: string,
  now: readonly One[],
): One[] {
  return inOrderMade([...all.filter((alert) => alert.account !== account), ...now]);
}
