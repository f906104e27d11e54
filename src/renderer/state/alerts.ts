import { useQuery } from '@tanstack/react-query';
import { withAlertsOf } from '../../shared/alert-order.ts';
import type { EventOf, InputOf } from '../../shared/contract.ts';
import type { Alert } from '../../shared/market.ts';
import type { Result } from '../../shared/result.ts';
import { client, request } from '../api/client.ts';
import { queryClient } from './queries.ts';

/** Milliseconds between two looks: what was told while the line to the host was interrupted is not told again. */
const checkInterval = 30_000;
const alertsKey = ['alerts'];
const nothing: readonly Alert[] = [];

/** Of all accounts, in the order in which they were made. */
export function useAlerts() {
  const { data, error, refetch } = useQuery({
    queryKey: alertsKey,
    queryFn: ({ signal }) => request('listAlerts', {}, signal),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: checkInterval,
  });
  return { alerts: data ?? nothing, isKnown: data !== undefined, error, readAgain: () => void refetch() };
}

/** All alerts of one account, as they are now. */
export function acceptAlerts({ account, alerts }: EventOf<'alertsChanged'>): void {
  void queryClient.cancelQueries({ queryKey: alertsKey });
  const known = queryClient.getQueryData<Alert[]>(alertsKey);
  if (known) queryClient.setQueryData(alertsKey, withAlertsOf(known, account, alerts));
  else void queryClient.invalidateQueries({ queryKey: alertsKey });
}

export async function saveAlert(change: InputOf<'saveAlert'>): Promise<Result<Alert>> {
  const result = await client.saveAlert(change);
  if (result.ok) void queryClient.invalidateQueries({ queryKey: alertsKey });
  return result;
}

export async function removeAlert({ account, id }: Pick<Alert, 'account' | 'id'>): Promise<Result<Alert[]>> {
  const result = await client.removeAlert({ account, id });
  if (result.ok) acceptAlerts({ account, alerts: result.data });
  return result;
}
