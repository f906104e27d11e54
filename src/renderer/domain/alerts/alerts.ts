import { useQuery } from '@tanstack/react-query';
import { createAtom } from '@tanstack/react-store';
import type { Alert } from '../../../shared/contract/alerts.ts';
import type { EventOf, InputOf } from '../../../shared/contract/index.ts';
import type { TickerMarket } from '../../../shared/market/market.ts';
import { withAlertsOf } from '../../../shared/text/sort-alerts.ts';
import type { Result } from '../../../shared/values/result.ts';
import { client, request } from '../../platform/client.ts';
import { closeDialog, dialog, openDialog } from '../../platform/dialogs.ts';
import { putQueryData, queryClient, readAgain } from '../../platform/query-client.ts';
import type { AlertPreset } from './alert-draft.ts';

/** Milliseconds between two reads, because events are lost while the connection to the host is interrupted. */
const refetchIntervalMs = 30_000;
const alertsKey = ['alerts'];
const nothing: readonly Alert[] = [];

/** Alerts of all accounts, in the order of their creation. */
export function useAlerts() {
  const { data, error, refetch } = useQuery({
    queryKey: alertsKey,
    queryFn: ({ signal }) => request('listAlerts', {}, signal),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: refetchIntervalMs,
  });
  return { alerts: data ?? nothing, isKnown: data !== undefined, error, readAgain: () => void refetch() };
}

/** Stores the current alerts of one account. */
export function acceptAlerts({ account, alerts }: EventOf<'alertsChanged'>): void {
  const known = queryClient.getQueryData<Alert[]>(alertsKey);
  if (known) putQueryData(alertsKey, withAlertsOf(known, account, alerts));
  else void readAgain(alertsKey);
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

/** The alert that the form shows. */
export const alertFormRequest = createAtom<AlertFormRequest>({ kind: 'new', preset: {} });

/** True if the form was opened from the list of alerts. */
const isOpenedFromList = createAtom(false);

/** Opens the form for a new alert. */
export function newAlert(preset: AlertPreset = {}): void {
  openAlertForm({ kind: 'new', preset });
}

interface AlertSubject {
  market?: TickerMarket;
  /** ID of the account. Default: the selected account. */
  account?: string;
}

/** Opens the form for a price alert of a symbol. `level`: a price, or a distance as typed. Without a level the form starts with the last price. `market`: futures by default. */
export function openNewAlert(symbol: string, level?: string | null, subject: AlertSubject = {}): void {
  newAlert({ kind: 'price', market: 'futures', symbol, ...(level ? { level } : {}), ...subject });
}

/** Opens the form for an existing alert. */
export function changeAlert(alert: Alert): void {
  openAlertForm({ kind: 'change', alert });
}

function openAlertForm(request: AlertFormRequest): void {
  isOpenedFromList.set(dialog.get() === 'alerts');
  alertFormRequest.set(request);
  openDialog('alert');
}

/** Closes the form. If it was opened from the list of alerts, the list opens again. */
export function closeAlertForm(): void {
  if (isOpenedFromList.get() && dialog.get() === 'alert') openDialog('alerts');
  else closeDialog('alert');
}
