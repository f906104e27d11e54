import { useSelector } from '@tanstack/react-store';
import { X } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useActivity } from '../../domain/alerts/activity.ts';
import { dialog, screenFocus } from '../../platform/dialogs.ts';
import { useHostEvent } from '../../platform/host-events.ts';
import { startTimer } from '../../platform/timer.ts';
import { useText } from '../../text/use-text.ts';
import { NoticeQueue } from './notice-queue.ts';
import { useActivityWords } from './use-activity-words.ts';
import { useChosenActivity, useShowActivity, useSystemNotifications } from './use-system-notifications.ts';
import './alerts.css';

/** True for each main page, because browsers merge notifications with the same tag. */
const isNotifier = async (): Promise<boolean> => true;

/** The latest activities in one notice, which a screen reader reads at the next pause. */
export function ActivityNotice() {
  const text = useText();
  const showActivity = useShowActivity();
  useSystemNotifications({ isNotifier, show: showActivity });
  useChosenActivity();
  const { wordsOfAll } = useActivityWords();
  const { activities } = useActivity();
  const [ids, setIds] = useState<readonly string[]>([]);
  const queue = useRef<NoticeQueue | null>(null);
  queue.current ??= new NoticeQueue({ startTimer, onChange: setIds });
  const { current } = queue;
  useHostEvent('notificationFailed', ({ ids }) => current.keep(ids));
  useEffect(() => () => current.dismiss(), [current]);

  // The list shows it.
  const isListOpen = useSelector(dialog) === 'activity';
  useHostEvent('activityAdded', ({ id }) => {
    if (!isListOpen) current.add(id);
  });
  useEffect(() => {
    if (isListOpen) current.dismiss();
  }, [isListOpen, current]);

  // From the current activities, because a plan's outcome may arrive after the notice.
  const shown = useMemo(() => activities.filter(({ id }) => ids.includes(id)), [activities, ids]);
  const [first, ...others] = shown;
  const words = first && wordsOfAll([first, ...others]);
  const show = (): void => {
    current.dismiss();
    showActivity(first && others.length === 0 ? first : null);
  };
  return (
    <div aria-live="polite" aria-atomic="true">
      {words && (
        // biome-ignore lint/a11y/noStaticElementInteractions: the handlers only keep the notice on the screen
        <div
          className="toast activity-notice"
          onMouseEnter={() => current.hold(true)}
          onMouseLeave={() => current.hold(false)}
          onFocus={() => current.hold(true)}
          onBlur={() => current.hold(false)}
        >
          <div className="toast-text">
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
