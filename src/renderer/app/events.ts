import type { EventName, EventOf, HostEvent } from '../../shared/contract/index.ts';
import { acceptAccounts, acceptConnection } from '../domain/accounts/accounts.ts';
import { acceptActivity, readActivitiesAgain } from '../domain/alerts/activity.ts';
import { acceptAlerts } from '../domain/alerts/alerts.ts';
import { chosenActivity } from '../domain/alerts/chosen-activity.ts';
import { acceptUnwatched } from '../domain/alerts/unwatched.ts';
import { acceptLiveChange } from '../domain/market/live/live.ts';
import { acceptNotes } from '../domain/notes/notes.ts';
import { acceptHistoryState, exportProgress } from '../domain/orders/history-state.ts';
import { acceptUpdateStatus } from '../features/settings/updates.ts';
import { bridge } from '../platform/bridge.ts';
import { receiveCommand } from '../platform/commands.ts';
import { reportListening } from '../platform/listening.ts';
import { confirmFirstReads, readMissed } from '../platform/query-client.ts';
import { acceptSettings } from '../platform/settings/settings.ts';
import { afterFirstRows } from '../platform/timer.ts';
import { acceptFileNotices } from './file-notices.ts';
import { acceptLeftEntries } from './left-entries.ts';

/** Events that components handle themselves while they are mounted (`useHostEvent`). */
type ComponentEvent = 'notificationDue' | 'notificationFailed';

/** Handlers of the host's events. Each other event of the contract has one. */
const handlers: { readonly [Name in Exclude<EventName, ComponentEvent>]: (data: EventOf<Name>) => void } = {
  settingsChanged: acceptSettings,
  accountsChanged: acceptAccounts,
  leftEntriesChanged: acceptLeftEntries,
  fileNoticesChanged: acceptFileNotices,
  connectionChanged: acceptConnection,
  historyChanged: acceptHistoryState,
  notesChanged: acceptNotes,
  exportProgress: (progress) => exportProgress.set(progress),
  liveChanged: acceptLiveChange,
  activityAdded: acceptActivity,
  activitiesChanged: readActivitiesAgain,
  alertsChanged: acceptAlerts,
  unwatchedChanged: acceptUnwatched,
  updatesChanged: acceptUpdateStatus,
  activityChosen: ({ id }) => chosenActivity.set(id),
  eventsMissed: readMissed,
  command: ({ name }) => receiveCommand(name),
};

/** Maximum milliseconds from the first event until the first reads are confirmed. */
const maxConfirmDelayMs = 2000;

/** Passes the host's events to the page's state, as long as the page lives. */
export function receiveEvents(): void {
  bridge.subscribe(receive, () => {
    reportListening();
    afterFirstRows(confirmFirstReads, maxConfirmDelayMs);
  });
}

function receive({ name, data }: HostEvent): void {
  const all: Partial<Record<EventName, (data: never) => void>> = handlers;
  all[name]?.(data as never);
}
