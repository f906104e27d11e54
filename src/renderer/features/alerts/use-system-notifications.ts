import { useSelector } from '@tanstack/react-store';
import { useEffect, useRef } from 'react';
import type { Activity } from '../../../shared/contract/alerts.ts';
import type { EventOf } from '../../../shared/contract/index.ts';
import { markRead, useActivity } from '../../domain/alerts/activity.ts';
import { chosenActivity } from '../../domain/alerts/chosen-activity.ts';
import { notify, playTone } from '../../domain/alerts/notifications.ts';
import { inBrowser } from '../../platform/bridge.ts';
import { openDialog } from '../../platform/dialogs.ts';
import { useHostEvent } from '../../platform/host-events.ts';
import { useGoTo } from '../../platform/navigation/go-to.ts';
import { useText } from '../../text/use-text.ts';
import { destinationOf } from './activity-destination.ts';
import { useActivityWords } from './use-activity-words.ts';

interface SystemNotifications {
  /** True if this page notifies, and not another open page of the program. */
  isNotifier: () => Promise<boolean>;
  /** Shows the activity of a clicked notification; `null` if the notification covers several. */
  show: (activity: Activity | null) => void;
}

/**
 * Notifies the user outside the page when the core announces activities: with a sound if the user wants one, and in a
 * browser with its notifications. In Electron the main process shows the notifications.
 */
export function useSystemNotifications({ isNotifier, show }: SystemNotifications): void {
  const { wordsOfAll } = useActivityWords();
  const latestShow = useRef(show);
  useEffect(() => {
    latestShow.current = show;
  });
  const notifyUser = async ({ activities: [first, ...others], silent }: EventOf<'notificationDue'>): Promise<void> => {
    if (!first || !(await isNotifier())) return;
    if (!silent) void playTone();
    if (!inBrowser) return;
    const { title, detail } = wordsOfAll([first, ...others]);
    notify(title, detail, first.id, () => latestShow.current(others.length === 0 ? first : null));
  };
  useHostEvent('notificationDue', (due) => void notifyUser(due));
}

/** Shows the activity that the user clicked outside the page, once the page has read the activities. */
export function useChosenActivity(): void {
  const chosen = useSelector(chosenActivity);
  const { activities, isKnown } = useActivity();
  const show = useShowActivity();
  useEffect(() => {
    if (chosen === null || !isKnown) return;
    chosenActivity.set(null);
    show(activities.find(({ id }) => id === chosen) ?? null);
  }, [chosen, activities, isKnown, show]);
}

/** Returns the function that shows the subject of an activity, or the list of activities for `null`. */
export function useShowActivity(): (activity: Activity | null) => void {
  const text = useText();
  const goTo = useGoTo();
  return (activity) => {
    if (activity === null) {
      openDialog('activity');
      return;
    }
    markRead([activity]);
    const destination = destinationOf(activity);
    goTo(destination.kind === 'list' ? { ...destination, from: text.activity.title } : destination);
  };
}
