import type { AccountSummary } from '../../shared/contract/accounts.ts';
import type { Activity } from '../../shared/contract/alerts.ts';
import type { EventOf } from '../../shared/contract/index.ts';
import type { Settings } from '../../shared/contract/settings.ts';
import { numberSeparators } from '../../shared/settings/choices.ts';
import type { WordsOptions } from '../../shared/text/activity-text.ts';
import { severalWords, withAccounts } from '../../shared/text/activity-words.ts';
import type { HostText } from '../../shared/text/host-en.ts';
import { formatDecimal } from '../../shared/values/decimal.ts';

interface NotificationOptions {
  readonly text: HostText;
  readonly settings: Pick<Settings, 'numberGrouping' | 'sound'>;
  readonly accounts: readonly Pick<AccountSummary, 'id' | 'kind' | 'name'>[];
}

/** Returns one notification of activities, the latest first. */
export function composeNotification(
  activities: readonly [Activity, ...Activity[]],
  { text, settings: { numberGrouping, sound }, accounts }: NotificationOptions,
): EventOf<'notificationDue'> {
  const options: WordsOptions = {
    text: text.activity,
    format: (value, minimumPlaces = 0) =>
      formatDecimal(value, { minimumPlaces, separator: numberSeparators[numberGrouping] }),
    accountName(id) {
      const account = accounts.find((each) => each.id === id);
      return account?.kind === 'demo' ? text.demoAccount : (account?.name ?? id);
    },
  };
  const words = severalWords(activities, options);
  const { title, detail } = accounts.length > 1 ? withAccounts(words, activities, options) : words;
  return { activities: [...activities], title, detail, silent: !sound };
}
