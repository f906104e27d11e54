import type { HistoryList } from '../../shared/orders/history.ts';
import { failureOf, unexpected } from '../../shared/values/errors.ts';
import type { Log } from '../logging/log-events.ts';

/** Called with the first error of a list's background reads, and with each one whose code differs from that before. */
export type HistoryFailed = (account: string, list: HistoryList, error: unknown) => void;

/** Logs failures of background reads, which belong to no call. */
export function historyLog(log: Log): HistoryFailed {
  return (account, list, error) =>
    log({ event: 'history-failed', account, list, failure: failureOf(error, ''), error: unexpected(error) });
}
