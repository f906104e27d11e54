import type { EventName, EventOf } from '../../shared/contract.ts';
import { bridge } from '../api/bridge.ts';
import { acceptAccounts, acceptConnection } from './accounts.ts';
import { acceptActivity, acceptFailedNotification, acceptNotification, readActivitiesAgain } from './activity.ts';
import { acceptAlerts } from './alerts.ts';
import { chosenActivity } from './chosen-activity.ts';
import { receiveCommand } from './commands.ts';
import { acceptHistoryState, exportProgress } from './history-state.ts';
import { acceptLiveChange } from './live/live.ts';
import { acceptNotes } from './notes.ts';
import { readMissed } from './query-client.ts';
import { acceptSettings } from './settings.ts';
import { acceptUpdateStatus } from './updates.ts';

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
