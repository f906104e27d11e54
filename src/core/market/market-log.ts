import type { Timestamp } from '../../shared/domain.ts';
import type { Failure } from '../../shared/errors.ts';
import type { LiveList } from '../../shared/market.ts';
import { describeError, type Log } from '../log.ts';
import type { Observations } from '../logging/observations.ts';
import type { FileTrouble } from './kept-file.ts';

export interface MarketLog {
  readonly trouble: FileTrouble;
  readonly onFailure: (account: string, list: LiveList, failure: Failure) => void;
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
        log({ event: 'desk-set-aside', ...cause, moved: keptAs !== null });
        onSetAside(keptAs);
      },
      notSaved: (error) => log({ event: 'desk-not-saved', error: describeError(error) }),
    },
    onFailure(account, list, { code, service, keychain }) {
      if (keychain) observations.lastKeychainFailure = { reason: keychain, at: now() };
      log({
        event: 'live-list-failed',
        account: observations.accounts.of(account),
        list,
        code,
        errno: within(service?.errno, -999_999, 999_999),
        httpStatus: within(service?.httpStatus, 100, 599),
        keychain,
      });
    },
  };
}

/** A number from outside, where it is as short as a code: a longer one could carry something. */
function within(number: number | undefined, least: number, most: number): number | undefined {
  return number !== undefined && Number.isInteger(number) && number >= least && number <= most ? number : undefined;
}
