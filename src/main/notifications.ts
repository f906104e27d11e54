import { Notification } from 'electron';
import type { Core } from '../core/index.ts';
import type { Activity } from '../shared/contract/alerts.ts';

/** Notifications on the screen. The reference protects them from garbage collection until they are clicked or closed. */
const shown = new Set<Notification>();

export interface ShowNotificationsOptions {
  /** True if a page is loaded that plays the sound. */
  readonly pagePlaysSound: () => boolean;
  /** Called with the clicked activity; `null` if the notification covers several. */
  readonly onClick: (activity: Activity | null) => void;
  /** Called with the activities of a notification that the system could not show. */
  readonly onFailed: (activities: readonly Activity[]) => void;
}

/** Shows a system notification whenever the core announces activities. */
export function showNotifications(
  core: Pick<Core, 'subscribe'>,
  { pagePlaysSound, onClick, onFailed }: ShowNotificationsOptions,
): void {
  if (!Notification.isSupported()) return;
  core.subscribe((event) => {
    if (event.name !== 'notificationDue') return;
    const { activities, title, detail, silent } = event.data;
    const notification = new Notification({ title, body: detail, silent: silent || pagePlaysSound() });
    shown.add(notification);
    notification.on('close', () => shown.delete(notification));
    notification.on('click', () => {
      shown.delete(notification);
      onClick(activities.length === 1 ? (activities[0] ?? null) : null);
    });
    // On Windows and macOS: the user or a policy may have turned off notifications.
    notification.on('failed', () => {
      shown.delete(notification);
      onFailed(activities);
    });
    notification.show();
  });
}
