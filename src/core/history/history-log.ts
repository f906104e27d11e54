import type { Timestamp } from '../../shared/domain.ts';
import { failureOf } from '../../shared/errors.ts';
import type { HistoryList } from '../../shared/history.ts';
import type { Log } from '../log.ts';
import { failureFields, unforeseenError } from '../logging/failure-fields.ts';
import type { Observations } from '../logging/observations.ts';

/** Called when a list could not be read any more, or fails with something else than before. */
export type HistoryFailed = (account: string, list: HistoryList, error: unknown) => void;

/** Takes note of what goes wrong with the reading in the background, where no call could fail. */
export function historyLog(options: {
  readonly log: Log;
  readonly observations: Observations;
  readonly now: () => Timestamp;
}): HistoryFailed {
  const { log, observations, now } = options;
  return (account, list, error) => {
    const failure = failureOf(error, '');
    observations.noteKeychain(failure, now());
    log({
      event: 'history-failed',
      account: observations.accounts.of(account),
      list,
      ...failureFields(failure),
      ...unforeseenError(error),
    });
  };
}
