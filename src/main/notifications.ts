import { Notification } from 'electron';
import type { Core } from '../core/index.ts';
import { severalWords } from '../shared/activity-words.ts';
import { type NumberGrouping, numberSeparators } from '../shared/choices.ts';
import type { AccountSummary } from '../shared/contract/accounts.ts';
import type { Activity } from '../shared/contract/alerts.ts';
import type { Settings } from '../shared/contract/settings.ts';
import { formatDecimal } from '../shared/decimal.ts';
import type { HostText } from '../shared/text/host-en.ts';

/** Notifications on the screen. The reference protects them from garbage collection until they are clicked or closed. */
const shown = new Set<Notification>();

export interface ShowNotificationsOptions {
  /** Returns the texts of the current language. */
  readonly text: () => HostText;
  /** True if a page is loaded that plays the sound. */
  readonly pagePlaysSound: () => boolean;
  /** Called with the clicked activity; `null` if the notification covers several. */
  readonly onClick: (activity: Activity | null) => void;
  /** Called with the activities of a notification that the system could not show. */
  readonly onFailed: (activities: readonly Activity[]) => void;
}

/** Shows a system notification whenever the core announces activities. */
export function showNotifications(
  core: Pick<Core, 'call' | 'subscribe'>,
  { text, pagePlaysSound, onClick, onFailed }: ShowNotificationsOptions,
): void {
  if (!Notification.isSupported()) return;
  core.subscribe((event) => {
    if (event.name !== 'notificationDue') return;
    const [first, ...others] = event.data as Activity[];
    if (first) void show([first, ...others]);
  });

  async function show(activities: [Activity, ...Activity[]]): Promise<void> {
    const [first] = activities;
    const accounts = await core.call('listAccounts', {});
    const stored = await core.call('readSettings', {});
    const settings = stored.ok ? (stored.data as Settings) : null;
    const known = accounts.ok ? (accounts.data as AccountSummary[]) : [];
    const grouping: NumberGrouping = settings?.numberGrouping ?? 'comma';
    const { title, detail } = severalWords(activities, {
      text: text().activity,
      format: (value) => formatDecimal(value, { separator: numberSeparators[grouping] }),
      accountName(id) {
        const account = known.find((each) => each.id === id);
        return account?.kind === 'demo' ? text().demoAccount : (account?.name ?? id);
      },
    });
    // The sound is a setting of the user. A loaded page plays its own.
    const silent = !settings?.sound || pagePlaysSound();
    const notification = new Notification({ title, body: detail, silent });
    shown.add(notification);
    notification.on('close', () => shown.delete(notification));
    notification.on('click', () => {
      shown.delete(notification);
      onClick(activities.length === 1 ? first : null);
    });
    // On Windows and macOS: the user or a policy may have turned off notifications.
    notification.on('failed', () => {
      shown.delete(notification);
      onFailed(activities);
    });
    notification.show();
  }
}
