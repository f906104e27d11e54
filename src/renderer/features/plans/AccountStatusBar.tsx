import { TriangleAlert } from 'lucide-react';
import type { AccountSummary } from '../../../shared/domain.ts';
import { formatTimestamp } from '../../../shared/time.ts';
import { agoText } from '../../model/ago.ts';
import { failureText } from '../../model/failure-text.ts';
import { useTimeZone } from '../../state/time-zone.ts';
import { useNow } from '../../state/use-now.ts';
import type { AccountPlans } from '../../state/use-plan-rows.ts';
import { useText } from '../../text/use-text.ts';
import { fetchedAtOf } from './plan-facts.ts';

interface AccountsLineProps {
  accounts: readonly AccountSummary[];
  parts: readonly AccountPlans[];
}

/** How each account stands, by itself: how many plans it has, how old they are, and what its requests fail with. */
export function AccountStatusBar({ accounts, parts }: AccountsLineProps) {
  const text = useText();
  return (
    <ul className="accounts-line" aria-label={text.plans.accounts}>
      {accounts.map((account) => {
        const part = parts.find((each) => each.account === account.id);
        return part && <AccountFacts key={account.id} account={account} part={part} />;
      })}
    </ul>
  );
}

function AccountFacts({ account, part }: { account: AccountSummary; part: AccountPlans }) {
  const text = useText();
  const zone = useTimeZone();
  const now = useNow();
  const fetchedAt = fetchedAtOf(part);
  const failure = part.plans.failure ?? part.tickers.failure;
  const isOld = !part.isLive && (fetchedAt !== null || failure !== null);
  return (
    <li className="accounts-line-item" data-stale={isOld || undefined}>
      <span className="accounts-line-name">{account.name}</span>
      {account.kind === 'demo' && <span className="demo">{text.account.demo}</span>}
      {part.plans.fetchedAt !== null && <span>{text.plans.number(part.plans.rows.length)}</span>}
      {isOld && (
        <strong className="age-mark">
          <TriangleAlert size={14} aria-hidden="true" />
          {text.age.stale}
        </strong>
      )}
      {fetchedAt === null ? (
        <span>{text.age.never}</span>
      ) : (
        <time dateTime={new Date(fetchedAt).toISOString()} title={formatTimestamp(fetchedAt, zone)}>
          {agoText(now - fetchedAt, text) ?? formatTimestamp(fetchedAt, zone)}
        </time>
      )}
      <span role="status">{failure && failureText(failure, text).what}</span>
    </li>
  );
}
