import type { EventName, EventOf } from '../../shared/contract.ts';
import { acceptAccounts, acceptConnection } from '../domain/accounts/accounts.ts';
import {
  acceptActivity,
  acceptFailedNotification,
  acceptNotification,
  readActivitiesAgain,
} from '../domain/alerts/activity.ts';
import { acceptAlerts } from '../domain/alerts/alerts.ts';
import { chosenActivity } from '../domain/alerts/chosen-activity.ts';
import { acceptLiveChange } from '../domain/market/live/live.ts';
import { acceptNotes } from '../domain/notes/notes.ts';
import { acceptHistoryState, exportProgress } from '../domain/orders/history-state.ts';
import { acceptUpdateStatus } from '../features/settings/updates.ts';
import { bridge } from '../platform/bridge.ts';
import { receiveCommand } from '../platform/commands.ts';
import { readMissed } from '../platform/query-client.ts';
import { acceptSettings } from '../platform/settings/settings.ts';

/** Handlers of the host's events. Each event of the contract has one. */
const handlers: { readonly [Name in EventName]: (data: EventOf<Name>) => void } = {
  settingsChanged: acceptSettings,
  accountsChanged: acceptAccounts,
  connectionChanged: acceptConnection,
  historyChanged: acceptHistoryState,
  notesChanged: acceptNotes,
  exportProgress: (progress) => exportProgress.set(progress),
  liveChanged: acceptLiveChange,
  activityAdded: acceptActivity,
  notificationDue: acceptNotification,
  notificationFailed: acceptFailedNotification,
  activitiesChanged: readActivitiesAgain,
  alertsChanged: acceptAlerts,
  updatesChanged: acceptUpdateStatus,
  activityChosen: ({ id }) => chosenActivity.set(id),
  eventsMissed: readMissed,
  command: ({ name }) => receiveCommand(name),
};

/** Passes the host's events to the page's state. Returns the function that ends it. */
export function receiveEvents(): () => void {
  return bridge.subscribe(receive);
}

function receive<Name extends EventName>({ name, data }: { name: Name; data: EventOf<Name> }): void {
  handlers[name](data);
}
