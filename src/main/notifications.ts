import { Notification } from 'electron';
import type { Core } from '../core/index.ts';
import { severalWords } from '../shared/activity-words.ts';
import { type NumberGrouping, numberSeparators } from '../shared/choices.ts';
import { formatDecimal } from '../shared/decimal.ts';
import type { AccountSummary } from '../shared/domain.ts';
import type { Activity } from '../shared/market.ts';
import type { Settings } from '../shared/settings.ts';
import type { HostText } from '../shared/text/host-en.ts';

/** What is shown at the moment; one that nothing refers to could be collected before it is clicked. */
const shown = new Set<Notification>();

export interface TellingOptions {
  /** As it is when something is told: the language may change. */
  readonly text: () => HostText;
  /** Whether a page is there that makes the sound. */
  readonly soundsItself: () => boolean;
  /** Hears what a click was on, `null` for several. */
  readonly onChosen: (activity: Activity | null) => void;
}

/** Tells outside of the page what is to be told there. */
export function tellActivities(
  core: Pick<Core, 'call' | 'subscribe'>,
  { text, soundsItself, onChosen }: TellingOptions,
): void {
  if (!Notification.isSupported()) return;
  core.subscribe((event) => {
    if (event.name !== 'notificationDue') return;
    const [first, ...others] = event.data as Activity[];
    if (first) void tell([first, ...others]);
  });

  async function tell(activities: [Activity, ...Activity[]]): Promise<void> {
    const [first] = activities;
    const accounts = await core.call('listAccounts', {});
    const answer = await core.call('readSettings', {});
    const settings = answer.ok ? (answer.data as Settings) : null;
    const known = accounts.ok ? (accounts.data as AccountSummary[]) : [];
    const account = known.find(({ id }) => id === first.account);
    const grouping: NumberGrouping = settings?.numberGrouping ?? 'comma';
    const { title, detail } = severalWords(activities, {
      text: text().activity,
      format: (value) => formatDecimal(value, { separator: numberSeparators[grouping] }),
      accountName: account?.kind === 'demo' ? text().demoAccount : (account?.name ?? first.account),
    });
    // The sound is the user's to choose, and a page's own where there is one.
    const silent = !settings?.sound || soundsItself();
    const notification = new Notification({ title, body: detail, silent });
    shown.add(notification);
    notification.on('close', () => shown.delete(notification));
    notification.on('click', () => {
      shown.delete(notification);
      onChosen(activities.length === 1 ? first : null);
    });
    notification.show();
  }
}
