import { useQuery } from '@tanstack/react-query';
import type { AccountSummary } from '../../../shared/contract/accounts.ts';
import { useAccounts } from '../../domain/accounts/accounts.ts';
import { request } from '../../platform/client.ts';
import { useText } from '../../text/use-text.ts';
import { Hint } from '../../ui/controls/Hint.tsx';

/** How often the calculated PnL agreed with the reported one, for each account (docs/risk.md 6). */
export function PnlCheck() {
  const words = useText().settings.pnlCheck;
  const accounts = useAccounts().data ?? [];
  if (accounts.length === 0) return null;
  return (
    <section className="setting-check" aria-label={words.title}>
      <h4>
        {words.title}
        <Hint>{words.explained}</Hint>
      </h4>
      <dl>
        {accounts.map((account) => (
          <AccountCheck key={account.id} account={account} />
        ))}
      </dl>
    </section>
  );
}

function AccountCheck({ account: { id, name } }: { account: AccountSummary }) {
  const text = useText();
  const words = text.settings.pnlCheck;
  const { data, isError } = useQuery({
    queryKey: ['pnl-agreement', id],
    queryFn: ({ signal }) => request('readPnlAgreement', { account: id }, signal),
    // Read again each time the dialog opens.
    gcTime: 0,
  });
  const compared = data?.symbols.reduce((sum, symbol) => sum + symbol.compared, 0) ?? 0;
  const agreed = data?.symbols.reduce((sum, symbol) => sum + symbol.agreed, 0) ?? 0;
  const uncertain = data?.symbols.filter(({ isUncertain }) => isUncertain === true).map(({ symbol }) => symbol) ?? [];
  return (
    <div className="setting-check-account">
      <dt>{name}</dt>
      <dd>
        {data ? (compared === 0 ? words.none : words.agreed(agreed, compared)) : isError ? words.unknown : text.none}
        {uncertain.length > 0 && <div>{words.uncertain(text.enumerated(uncertain))}</div>}
      </dd>
    </div>
  );
}
