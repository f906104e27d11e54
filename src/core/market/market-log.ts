import type { Timestamp } from '../../shared/domain.ts';
import type { Failure } from '../../shared/errors.ts';
import type { LiveList } from '../../shared/market.ts';
import { describeError, type Log } from '../log.ts';
import { failureFields, unforeseenError } from '../logging/failure-fields.ts';
import type { Observations } from '../logging/observations.ts';
import type { FileErrorHandler } from './state-file.ts';

export interface MarketLog {
  readonly trouble: FileErrorHandler;
  readonly onFailure: (account: string, list: LiveList, failure: Failure, error: unknown) => void;
}

/** Takes note of what goes wrong without a call that could fail. `onSetAside`: see `AccountsFileOptions`. */
export function marketLog(options: {
  readonly log: Log;
  readonly observations: Observations;
  readonly now: () => Timestamp;
  readonly onSetAside: (keptAs: string | null) => void;
}): MarketLog {
  const { log, observations, now, onSetAside } = options;
  return {
    trouble: {
      wasSetAside({ error, keptAs }) {
        const cause = error === undefined ? {} : { error: describeError(error) };
        log({ event: 'alerts-quarantined', ...cause, moved: keptAs !== null });
        onSetAside(keptAs);
      },
      notSaved: (error) => log({ event: 'alerts-not-saved', error: describeError(error) }),
    },
    onFailure(account, list, failure, error) {
      observations.noteKeychain(failure, now());
      log({
        event: 'live-list-failed',
        account: observations.accounts.of(account),
        list,
        ...failureFields(failure),
        ...unforeseenError(error),
      });
    },
  };
}
