import type { Alert } from '../../shared/market.ts';
import type { AlertPreset } from '../model/alert-draft.ts';
import { closeDialog, dialog, openDialog } from './dialogs.ts';
import { Store } from './store.ts';

export type AlertFormRequest = { kind: 'new'; preset: AlertPreset } | { kind: 'change'; alert: Alert };

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
