import { X } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { onActivity, useActivity } from '../../state/activity.ts';
import { dialog, screenFocus } from '../../state/dialogs.ts';
import { useMainPage } from '../../state/main-page.ts';
import { useStore } from '../../state/store.ts';
import { useText } from '../../text/use-text.ts';
import { NoticeQueue } from './notice-queue.ts';
import { useActivityWords } from './use-activity-words.ts';
import { useChosenActivity, useShowing, useSystemNotifications } from './use-system-notifications.ts';

/** Each page that shows the screens: browsers make one of their notifications. */
const isTeller = async (): Promise<boolean> => true;

/** What has just happened, in one calm notice however much it is; a screen reader hears it when it has nothing else to say. */
export function ActivityNotice() {
  const text = useText();
  const showChosen = useShowing();
  useMainPage();
  useSystemNotifications({ isTeller, show: showChosen });
  useChosenActivity();
  const { wordsOfAll } = useActivityWords();
  const { activities } = useActivity();
  const [names, setNames] = useState<readonly string[]>([]);
  const queue = useRef<NoticeQueue | null>(null);
  queue.current ??= new NoticeQueue({
    startTimer(run, milliseconds) {
      const timer = window.setTimeout(run, milliseconds);
      return () => window.clearTimeout(timer);
    },
    onChange: setNames,
  });
  const { current } = queue;
  useEffect(() => {
    const stop = onActivity(({ id }) => current.add(id));
    return () => {
      stop();
      current.dismiss();
    };
  }, [current]);

  const isListOpen = useStore(dialog) === 'activity';
  useEffect(() => {
    // All of it is there to be read.
    if (isListOpen) current.dismiss();
  }, [isListOpen, current]);

  // As they are now: the outcome of a plan may come after the notice.
  const shown = useMemo(() => activities.filter(({ id }) => names.includes(id)), [activities, names]);
  const [first, ...others] = shown;
  const words = first && wordsOfAll([first, ...others]);
  const show = (): void => {
    current.dismiss();
    showChosen(first && others.length === 0 ? first : null);
  };
  return (
    <div className="notice-place" aria-live="polite" aria-atomic="true">
      {words && (
        // biome-ignore lint/a11y/noStaticElementInteractions: it only stays while somebody points at it
        <div
          className="activity-notice"
          onMouseEnter={() => current.hold(true)}
          onMouseLeave={() => current.hold(false)}
          onFocus={() => current.hold(true)}
          onBlur={() => current.hold(false)}
        >
          <div className="activity-notice-text">
            <p className="activity-title">{words.title}</p>
            <p className="activity-detail">{words.detail}</p>
          </div>
          <button type="button" className="button" onClick={show}>
            {text.activity.show}
          </button>
          <button
            type="button"
            className="icon-button"
            aria-label={text.activity.dismiss}
            onClick={() => {
              current.dismiss();
              screenFocus()?.focus();
            }}
          >
            <X size={14} aria-hidden="true" />
          </button>
        </div>
      )}
    </div>
  );
}
