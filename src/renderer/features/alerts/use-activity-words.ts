import { useCallback, useMemo } from 'react';
import type { Activity } from '../../../shared/contract/alerts.ts';
import { type ActivityWords, activityWords, severalWords, withAccounts } from '../../../shared/text/activity-words.ts';
import { useAccounts } from '../../domain/accounts/accounts.ts';
import { figureWords } from '../../domain/alerts/alert-words.ts';
import { useText } from '../../text/use-text.ts';

/** Returns functions that put one or several activities into words. */
export function useActivityWords() {
  const text = useText();
  const accounts = useAccounts().data;
  const accountName = useCallback(
    (id: string): string => accounts?.find((account) => account.id === id)?.name ?? id,
    [accounts],
  );
  const options = useMemo(() => ({ text: text.activity, format: figureWords, accountName }), [text, accountName]);
  const words = useCallback(
    (activity: Activity): ActivityWords => {
      const plain = activityWords(activity, options);
      const { event } = activity;
      // The reason of the failure replaces the condition of the alert.
      const failure = event.kind === 'alert' ? event.failure : null;
      if (failure === null) return plain;
      const { what, next } = text.errors[failure];
      return { ...plain, detail: text.sentences(what, next) };
    },
    [options, text],
  );
  const hasSeveral = (accounts?.length ?? 0) > 1;
  const namedIfSeveral = useCallback(
    (plain: ActivityWords, activities: readonly Activity[]): ActivityWords =>
      hasSeveral ? withAccounts(plain, activities, options) : plain,
    [hasSeveral, options],
  );
  const wordsOfAll = useCallback(
    (activities: readonly [Activity, ...Activity[]]): ActivityWords =>
      namedIfSeveral(activities.length === 1 ? words(activities[0]) : severalWords(activities, options), activities),
    [options, words, namedIfSeveral],
  );
  return { words, wordsOfAll, accountName, hasSeveral };
}
