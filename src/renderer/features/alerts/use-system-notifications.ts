import { useEffect, useRef } from 'react';
import type { Activity } from '../../../shared/market.ts';
import { inBrowser } from '../../api/bridge.ts';
import { markRead, onActivity, useActivity } from '../../state/activity.ts';
import { chosenActivity } from '../../state/chosen-activity.ts';
import { openDialog } from '../../state/dialogs.ts';
import { notify } from '../../state/page-notifications.ts';
import { useChangeSettings, useSettings } from '../../state/settings.ts';
import { playTone } from '../../state/sound.ts';
import { useStore } from '../../state/store.ts';
import { gatherFor } from './notice-queue.ts';
import { showActivity } from './show-activity.ts';
import { useActivityWords } from './use-activity-words.ts';

export interface Telling {
  /** Whether it is this page that tells, and not another one that is there. */
  isTeller: () => Promise<boolean>;
  /** Shows what was clicked on; `null`: several. */
  show: (activity: Activity | null) => void;
}

/**
 * Tells outside of the page what is to be told there, several at once together: with a sound, where the user wants one, and in a browser
 * with its notifications. Electron's own come from the program itself.
 */
export function useSystemNotifications({ isTeller, show }: Telling): void {
  const { wordsOfAll } = useActivityWords();
  const { sound } = useSettings();
  const latest = useRef({ wordsOfAll, sound, isTeller, show });
  useEffect(() => {
    latest.current = { wordsOfAll, sound, isTeller, show };
  });
  useEffect(() => {
    let waiting: Activity[] = [];
    let timer = 0;
    const tell = async (): Promise<void> => {
      const [first, ...others] = waiting;
      waiting = [];
      const { current } = latest;
      if (!first || !(await current.isTeller())) return;
      if (current.sound) void playTone();
      if (!inBrowser) return;
      const { title, detail } = current.wordsOfAll([first, ...others]);
      notify(title, detail, first.id, () => latest.current.show(others.length === 0 ? first : null));
    };
    const stop = onActivity((activity) => {
      if (!activity.notify) return;
      waiting.unshift(activity);
      if (waiting.length === 1) timer = window.setTimeout(() => void tell(), gatherFor);
    });
    return () => {
      stop();
      window.clearTimeout(timer);
    };
  }, []);
}

/** Shows what was clicked on outside of the page, once the page knows of it. */
export function useChosenActivity(): void {
  const chosen = useStore(chosenActivity);
  const { activities, isKnown } = useActivity();
  const show = useShowing();
  useEffect(() => {
    if (chosen === null || !isKnown) return;
    chosenActivity.set(null);
    show(activities.find(({ id }) => id === chosen) ?? null);
  }, [chosen, activities, isKnown, show]);
}

/** One where it is, several, or one that is gone, in the list. */
export function useShowing(): (activity: Activity | null) => void {
  const change = useChangeSettings();
  return (activity) => {
    if (activity === null) {
      openDialog('activity');
      return;
    }
    markRead([activity]);
    showActivity(activity, change);
  };
}
