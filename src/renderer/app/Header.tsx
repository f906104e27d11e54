import type { AccountSummary } from '../../shared/domain.ts';
import { ActivityBell } from '../features/alerts/ActivityBell.tsx';
import { useText } from '../text/use-text.ts';
import { AccountSwitcher } from './AccountSwitcher.tsx';
import { Age } from './Age.tsx';
import { Mark } from './Mark.tsx';
import { TimeZoneLabel } from './TimeZoneLabel.tsx';

interface HeaderProps {
  accounts: readonly AccountSummary[];
  account: AccountSummary;
  onChoose: (id: string) => void;
  onManage: () => void;
}

export function Header({ accounts, account, onChoose, onManage }: HeaderProps) {
  const text = useText();
  return (
    <header className="header">
      <div className="header-product">
        <Mark />
        <h1 className="header-name">{text.product}</h1>
      </div>
      <AccountSwitcher accounts={accounts} account={account} onChoose={onChoose} onManage={onManage} />
      {account.kind === 'demo' && (
        <span className="demo" title={text.account.demoExplained}>
          {text.account.demo}
        </span>
      )}
      <span className="header-space" />
      <Age />
      <TimeZoneLabel />
      <ActivityBell />
    </header>
  );
}
