import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AccountSummary } from '../../../shared/contract/accounts.ts';
import { formatDataTime, formatTimestamp } from '../../../shared/time/time.ts';
import type { Timestamp } from '../../../shared/values/domain.ts';
import { smallest } from '../../../shared/values/extremes.ts';
import { currentAge } from '../../domain/market/freshness.ts';
import type { AccountPlans } from '../../domain/plans/use-plan-rows.ts';
import { useTimeZone } from '../../platform/settings/settings.ts';
import { useNow } from '../../platform/timer.ts';
import { useText } from '../../text/use-text.ts';
import { Hint } from '../../ui/controls/Hint.tsx';
import { RowCount, StatusLine, UnreadableRows } from '../../ui/screen/StatusLine.tsx';
import { agoText } from '../../ui/text/duration.ts';
import { failureText } from '../../ui/text/failures.ts';

interface PlansStatusProps {
  shown: number;
  total: number;
  parts: readonly AccountPlans[];
  isLive: boolean;
  /** The order of the rows. */
  children: ReactNode;
}

export function PlansStatus({ shown, total, parts, isLive, children }: PlansStatusProps) {
  const text = useText();
  const zone = useTimeZone();
  const [only] = parts;
  const fetchedAt = only ? fetchedAtOf(only) : null;
  const hasFailed = parts.some(({ plans, tickers }) => plans.failure !== null || tickers.failure !== null);
  const unreadable = parts.flatMap(({ plans }) => plans.unreadable);
  const time = (at: Timestamp): string => formatDataTime(at, zone);
  return (
    <StatusLine>
      <span className="plan-count">
        <span data-room={text.status.loading}>
          <RowCount
            shown={shown}
            all={total}
            isLoaded={parts.some(({ plans }) => plans.fetchedAt !== null)}
            hasFailed={parts.some(({ plans }) => plans.failure !== null)}
          />
        </span>
        <Hint>{text.plans.explained}</Hint>
      </span>
      {children}
      {/* With several accounts the status bar shows the state of each, and after a failure the banner above the table. */}
      {only && parts.length === 1 && !isLive && !hasFailed && shown > 0 && (
        <span className="status-warning">
          {only.tickers.fetchedAt === null || fetchedAt === null
            ? text.plans.noPrices
            : text.plans.oldDistances(time(fetchedAt))}
        </span>
      )}
      <UnreadableRows count={unreadable.length} rows={unreadable} />
    </StatusLine>
  );
}

interface AccountStatusBarProps {
  accounts: readonly AccountSummary[];
  parts: readonly AccountPlans[];
}

/** The state of each account: number of plan orders, age, and failure. */
export function AccountStatusBar({ accounts, parts }: AccountStatusBarProps) {
  const text = useText();
  return (
    <ul className="account-status" aria-label={text.plans.accounts}>
      {accounts.map((account) => {
        const part = parts.find((each) => each.account === account.id);
        return part && <AccountStatus key={account.id} account={account} part={part} />;
      })}
    </ul>
  );
}

function AccountStatus({ account, part }: { account: AccountSummary; part: AccountPlans }) {
  const text = useText();
  const zone = useTimeZone();
  useNow();
  const fetchedAt = fetchedAtOf(part);
  const failure = part.plans.failure ?? part.tickers.failure;
  const isOld = !part.isLive && (fetchedAt !== null || failure !== null);
  return (
    <li className="account-status-item" data-stale={isOld || undefined}>
      <span className="account-status-name">{account.name}</span>
      {account.kind === 'demo' && <span className="demo">{text.account.demo}</span>}
      <span data-room={text.plans.number(99)}>
        {part.plans.fetchedAt !== null && text.plans.number(part.plans.rows.length)}
      </span>
      {isOld && (
        <strong className="age-mark">
          <TriangleAlert size={14} aria-hidden="true" />
          {text.age.stale}
        </strong>
      )}
      {fetchedAt === null ? (
        <span data-room={text.age.never}>{text.age.never}</span>
      ) : (
        <time
          data-room={text.age.never}
          dateTime={new Date(fetchedAt).toISOString()}
          title={formatTimestamp(fetchedAt, zone)}
        >
          {agoText(currentAge(fetchedAt), text) ?? formatTimestamp(fetchedAt, zone)}
        </time>
      )}
      <span role="status">{failure && failureText(failure, text).what}</span>
    </li>
  );
}

/** Returns the older time of an account's plan orders and prices; `null` before the first plan orders. */
export function fetchedAtOf({ plans, tickers }: AccountPlans): Timestamp | null {
  if (plans.fetchedAt === null) return null;
  return smallest([plans.fetchedAt, tickers.fetchedAt ?? plans.fetchedAt]);
}
