import { failureOf, unexpected } from '../../shared/errors.ts';
import type { HistoryList } from '../../shared/history.ts';
import type { Log } from '../log.ts';

/** Called when a list could not be read any more, or fails with something else than before. */
export type HistoryFailed = (account: string, list: HistoryList, error: unknown) => void;

/** Logs failures of background reads, which belong to no call. */
export function historyLog(log: Log): HistoryFailed {
  return (account, list, error) =>
    log({ event: 'history-failed', account, list, failure: failureOf(error, ''), error: unexpected(error) });
}
