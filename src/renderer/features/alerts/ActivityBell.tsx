import { Bell } from 'lucide-react';
import { commands } from '../../../shared/commands.ts';
import { ariaShortcut } from '../../../shared/shortcut.ts';
import { useActivity } from '../../state/activity.ts';
import { openDialog } from '../../state/dialogs.ts';
import { isMac } from '../../state/platform.ts';
import { useText } from '../../text/use-text.ts';

const [key] = commands['show-activity'].shortcuts;
/** More than fits is not counted. */
const mostCounted = 99;

export function ActivityBell() {
  const text = useText();
  const unread = useActivity().activities.filter(({ read }) => !read).length;
  return (
    <button
      type="button"
      className="icon-button bell"
      aria-label={text.activity.bell(unread)}
      aria-haspopup="dialog"
      aria-keyshortcuts={ariaShortcut(key, isMac)}
      onClick={() => openDialog('activity')}
    >
      <Bell size={16} aria-hidden="true" />
      {unread > 0 && (
        <span className="bell-count" aria-hidden="true">
          {unread > mostCounted ? `${mostCounted}+` : unread}
        </span>
      )}
    </button>
  );
}
