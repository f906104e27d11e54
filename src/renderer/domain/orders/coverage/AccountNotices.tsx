import type { AccountSummary } from '../../../../shared/contract/accounts.ts';
import type { HistoryState } from '../../../../shared/contract/history.ts';
import type { HistoryList } from '../../../../shared/orders/history.ts';
import { formatTimestamp } from '../../../../shared/time/time.ts';
import { Bar } from '../../../ui/screen/Bar.tsx';
import { FailureNotice } from '../../accounts/FailureNotice.tsx';
import { type AccountState, useSyncHistory } from '../history-state.ts';
import { coverageOf } from './coverage.ts';
import { FirstDownload } from './FirstDownload.tsx';
import { ArchiveBanner } from './HistoryNotices.tsx';

interface AccountNoticesProps {
  /** The accounts whose rows are shown. Of several, each notice names its own. */
  parts: readonly AccountState[];
  list: HistoryList;
  zone: string;
  /** Returns a sentence about the rows that are still shown. `null`: the archive was never compared with the exchange. */
  showing: (checkedAt: string | null) => string;
}

/** What is being downloaded, and what fails, of each account. */
export function AccountNotices({ parts, ...props }: AccountNoticesProps) {
  return parts.map(({ account, state }) => (
    <NoticesOf key={account.id} {...props} account={account} state={state} isOneOfSeveral={parts.length > 1} />
  ));
}

interface NoticesOfProps extends Omit<AccountNoticesProps, 'parts'> {
  account: AccountSummary;
  state: HistoryState | undefined;
  isOneOfSeveral: boolean;
}

function NoticesOf({ account, state, isOneOfSeveral, list, zone, showing }: NoticesOfProps) {
  const sync = useSyncHistory(account.id, list);
  if (state === undefined) return null;
  const accountName = isOneOfSeveral ? account.name : undefined;
  const { problem, checkedAt, failure } = state;
  // Without rows, `HistoryPlaceholder` shows the failure of a single account.
  const hasPlaceholder = !isOneOfSeveral && state.rows === 0 && !coverageOf(state.modes).complete;
  // A failure that is the problem is not said twice.
  const isProblem = failure?.code === 'storage-failed' && problem !== null;
  const retry = (): void => sync('refresh');
  return (
    <>
      <FirstDownload state={state} zone={zone} accountName={accountName} />
      {problem && <ArchiveBanner problem={problem} accountName={accountName} onRetry={retry} />}
      {failure && !isProblem && !hasPlaceholder && (
        <Bar rank="failure">
          <FailureNotice
            failure={failure}
            form="strip"
            showing={checkedAt === null ? showing(null) : showing(formatTimestamp(checkedAt, zone))}
            of={isOneOfSeveral ? account : undefined}
            onRetry={retry}
          />
        </Bar>
      )}
    </>
  );
}
