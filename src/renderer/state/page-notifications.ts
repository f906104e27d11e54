import { Store } from './store.ts';

export type NotificationPermissionState = NotificationPermission | 'not-here';

const isHere = 'Notification' in window;

/** Whether the browser lets the page notify; `not-here` where it has no notifications. */
export const notificationPermission = new Store<NotificationPermissionState>(
  isHere ? Notification.permission : 'not-here',
);

/** Only ever at the press of a button: browsers that are asked unasked say no for good. */
export async function askForNotifications(): Promise<void> {
  if (isHere) notificationPermission.set(await Notification.requestPermission());
}

/** Nothing where it is not allowed. Several pages that tell of the same are one notification: that is what `tag` is for. */
export function notify(title: string, body: string, tag: string, onClick: () => void): void {
  if (!isHere || Notification.permission !== 'granted') return;
  const shown = new Notification(title, { body, tag, silent: true });
  shown.onclick = () => {
    shown.close();
    window.focus();
    onClick();
  };
}
