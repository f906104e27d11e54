import { useQuery } from '@tanstack/react-query';
import { withAlertsOf } from '../../shared/alert-order.ts';
import type { EventOf, InputOf } from '../../shared/contract.ts';
import type { Alert } from '../../shared/market.ts';
import type { Result } from '../../shared/result.ts';
import { client, request } from '../api/client.ts';
import type { AlertPreset } from '../model/alert-draft.ts';
import { closeDialog, dialog, openDialog } from './dialogs.ts';
import { queryClient } from './queries.ts';
import { Store } from './store.ts';

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

type AlertFormRequest = { kind: 'new'; preset: AlertPreset } | { kind: 'change'; alert: Alert };

/** What the form of an alert was opened for, from wherever that was. */
export const alertWish = new Store<AlertFormRequest>({ kind: 'new', preset: {} });

let isFromList = false;

export function newAlert(preset: AlertPreset = {}): void {
  open({ kind: 'new', preset });
}

export function changeAlert(alert: Alert): void {
  open({ kind: 'change', alert });
}

function open(wish: AlertFormRequest): void {
  isFromList = dialog.get() === 'alerts';
  alertWish.set(wish);
  openDialog('alert');
}

/** Goes back to the list of the alerts where the form came from there. */
export function closeAlertForm(): void {
  if (isFromList && dialog.get() === 'alert') openDialog('alerts');
  else closeDialog('alert');
}
