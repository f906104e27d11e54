import { useSelector } from '@tanstack/react-store';
import { TriangleAlert } from 'lucide-react';
import type { AccountSummary } from '../../../shared/contract/accounts.ts';
import type { Failure } from '../../../shared/contract/failure.ts';
import type { ErrorCode } from '../../../shared/values/error-codes.ts';
import { openDialog } from '../../platform/dialogs.ts';
import { hostGone } from '../../platform/host-gone.ts';
import { useSetting } from '../../platform/settings/settings.ts';
import { useNow } from '../../platform/timer.ts';
import { useText } from '../../text/use-text.ts';
import { failureText, needsNewKeys } from '../../ui/text/failures.ts';
import { useAccounts, useConnection } from './accounts.ts';

interface FailureNoticeProps {
  failure: Failure;
  /** `strip` above a table that still shows its rows, `panel` instead of a table without rows. */
  form: 'strip' | 'panel';
  /** A sentence about the rows that are still shown. */
  showing?: string;
  /** The account that failed, if several are shown; `null` if it is of all of them. Default: the selected one. */
  of?: AccountSummary | null | undefined;
  /** True in a dialog, which covers the line above all screens. */
  isInDialog?: boolean;
  onRetry: () => void;
}

/** Failures for which the advice is to wait. The time of the next retry replaces the advice. */
const waitingCodes: ReadonlySet<ErrorCode> = new Set(['timeout', 'throttled', 'service-busy', 'service-error']);

/** Failures after which all requests of the account pause. */
const pausingCodes: ReadonlySet<ErrorCode> = new Set(['throttled', 'service-busy']);

/** What happened, what the user can do next, and when the program retries. */
export function FailureNotice({ failure, form, showing, of, isInDialog = false, onRetry }: FailureNoticeProps) {
  const text = useText();
  const { what, next } = failureText(failure, text);
  const selectedName = useNameOfSeveral();
  const name = of === undefined ? selectedName : (of?.name ?? null);
  const { errno, errmsg } = failure.service ?? {};
  const isHostGone = useSelector(hostGone);
  // A line above all screens says that the program has stopped.
  if (isHostGone && form === 'strip' && !isInDialog) return null;
  return (
    <div role="alert" className={`failure failure-${form}`} data-code={failure.code}>
      <TriangleAlert size={form === 'strip' ? 16 : 24} className="failure-icon" aria-hidden="true" />
      <div className="failure-text">
        <p className="failure-what">{form === 'strip' && name !== null ? text.labeled(name, what) : what}</p>
        <p className="failure-next">
          {failure.retryAt === undefined || !waitingCodes.has(failure.code) ? next : null}{' '}
          {failure.retryAt !== undefined && <RetryTime failure={failure} retryAt={failure.retryAt} of={of} />} {showing}
        </p>
        {errno !== undefined && <p className="failure-service">{text.failure.service(String(errno), errmsg ?? '')}</p>}
      </div>
      <div className="failure-actions">
        {needsNewKeys(failure) && <ReplaceKeys of={of} />}
        <button type="button" className="button" onClick={onRetry}>
          {text.failure.retry}
        </button>
      </div>
    </div>
  );
}

/** Returns the name of the selected account, for a message away from it; `null` if there is no other account. */
export function useNameOfSeveral(): string | null {
  const account = useSetting('account');
  const accounts = useAccounts().data ?? [];
  return accounts.length < 2 ? null : (accounts.find(({ id }) => id === account)?.name ?? null);
}

interface RetryTimeProps {
  failure: Failure;
  retryAt: number;
  of: AccountSummary | null | undefined;
}

/** Counts down to the next retry, which a pause of the whole key delays. Without a connection, retries follow each other too fast to count. */
function RetryTime({ failure, retryAt, of }: RetryTimeProps) {
  const text = useText();
  const selected = useSetting('account');
  const pausedUntil = useConnection(of?.id ?? selected)?.pausedUntil ?? 0;
  const at = pausingCodes.has(failure.code) ? Math.max(retryAt, pausedUntil) : retryAt;
  const seconds = Math.ceil((at - useNow(500)) / 1000);
  const isCounted = seconds > 0 && failure.code !== 'offline';
  return (
    <>
      <span aria-hidden="true">{isCounted ? text.failure.retryIn(seconds) : text.failure.retrying}</span>
      {/* Screen readers would read every second of the countdown. */}
      <span className="visually-hidden">{text.failure.retriesAutomatically}</span>
    </>
  );
}

/** Opens the keys of the account. The demo account has none. */
function ReplaceKeys({ of }: { of: AccountSummary | null | undefined }) {
  const text = useText();
  const selected = useSetting('account');
  const accounts = useAccounts().data;
  if ((of ?? accounts?.find(({ id }) => id === selected))?.kind !== 'live') return null;
  return (
    <button type="button" className="button button-main" onClick={() => openDialog('accounts')}>
      {text.failure.replaceKeys}
    </button>
  );
}
