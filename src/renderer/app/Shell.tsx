import { useState } from 'react';
import { screens } from '../../shared/choices.ts';
import { showScreen } from '../../shared/commands.ts';
import type { AccountSummary } from '../../shared/domain.ts';
import { AccountsDialog } from '../features/accounts/AccountsDialog.tsx';
import { useChangeSettings, useSettings } from '../state/settings.ts';
import { useCommands } from '../state/use-command.ts';
import { useText } from '../text/use-text.ts';
import { AccountState } from './AccountState.tsx';
import { FileNotices } from './FileNotices.tsx';
import { Header } from './Header.tsx';
import { Navigation } from './Navigation.tsx';
import { screenEntries } from './screens.ts';
import { useKeys } from './use-keys.ts';

export function Shell({ accounts }: { accounts: readonly AccountSummary[] }) {
  const text = useText();
  const settings = useSettings();
  const changeSettings = useChangeSettings();
  const [managing, setManaging] = useState(false);
  const account = accounts.find((each) => each.id === settings.account) ?? accounts[0];
  useCommands(Object.fromEntries(screens.map((screen) => [showScreen(screen), () => changeSettings({ screen })])));
  useKeys();

  if (!account) throw new Error('There is no account, not even the demo account.');
  const { Screen } = screenEntries[settings.screen];
  const choose = (id: string): void => changeSettings({ account: id });
  const manage = (): void => setManaging(true);
  return (
    <div className="shell">
      <a className="skip" href="#main">
        {text.navigation.skip}
      </a>
      <Header accounts={accounts} account={account} onChoose={choose} onManage={manage} />
      <Navigation current={settings.screen} onChoose={(screen) => changeSettings({ screen })} />
      <main id="main" className="main" tabIndex={-1}>
        <FileNotices />
        <AccountState account={account} onManage={manage} />
        <Screen key={`${settings.screen} ${linkOf(account)}`} account={account} />
      </main>
      <AccountsDialog
        accounts={accounts}
        current={account}
        open={managing}
        onOpenChange={setManaging}
        onChoose={choose}
      />
    </div>
  );
}

/** Another address or other keys make it another list: what was read before does not go on into it. */
function linkOf({ id, kind, baseUrl, credentials }: AccountSummary): string {
  return kind === 'demo' ? id : `${id} ${baseUrl} ${credentials?.savedAt}`;
}
