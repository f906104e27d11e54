import { useCallback } from 'react';
import { type ActivityWords, activityWords, severalWords } from '../../../shared/activity-words.ts';
import type { Activity } from '../../../shared/market.ts';
import { decimalText } from '../../model/figures.ts';
import { useAccounts } from '../../state/accounts.ts';
import { useText } from '../../text/use-text.ts';

/** What happened, in the reader's words; of several in one sentence. */
export function useActivityWords() {
  const text = useText();
  const accounts = useAccounts().data;
  const accountName = useCallback(
    (id: string): string => accounts?.find((account) => account.id === id)?.name ?? id,
    [accounts],
  );
  const optionsOf = useCallback(
    (account: string) => ({ text: text.activity, format: decimalText, accountName: accountName(account) }),
    [text, accountName],
  );
  const words = useCallback(
    (activity: Activity): ActivityWords => {
      const said = activityWords(activity, optionsOf(activity.account));
      const { event } = activity;
      // Why the requests fail says more than what the alert waited for.
      const failure = event.kind === 'alert' ? event.failure : null;
      if (failure === null) return said;
      const { what, next } = text.errors[failure];
      return { ...said, detail: text.sentences(what, next) };
    },
    [optionsOf, text],
  );
  const wordsOfAll = useCallback(
    (activities: readonly [Activity, ...Activity[]]): ActivityWords =>
      activities.length === 1 ? words(activities[0]) : severalWords(activities, optionsOf(activities[0].account)),
    [optionsOf, words],
  );
  return { words, wordsOfAll, accountName };
}
