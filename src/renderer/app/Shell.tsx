import type { AccountSummary } from '../../shared/domain.ts';
import { AlertDialog } from '../components/alerts/AlertDialog.tsx';
import { AccountsDialog } from '../features/accounts/AccountsDialog.tsx';
import { ActivityNotice } from '../features/activity/ActivityNotice.tsx';
import { ActivityPanel } from '../features/activity/ActivityPanel.tsx';
import { Palette } from '../features/palette/Palette.tsx';
import { SettingsDialog } from '../features/settings/SettingsDialog.tsx';
import { ShortcutsDialog } from '../features/shortcuts/ShortcutsDialog.tsx';
import { openDialog } from '../state/dialogs.ts';
import { settingsReplaced, useChangeSettings, useSettings } from '../state/settings.ts';
import { useStore } from '../state/store.ts';
import { useForgottenRow } from '../state/wanted-row.ts';
import { useText } from '../text/use-text.ts';
import { AccountState } from './AccountState.tsx';
import { FileNotices } from './FileNotices.tsx';
import { Header } from './Header.tsx';
import { Navigation } from './Navigation.tsx';
import { screenEntries } from './screens.ts';
import { useKeptFocus } from './use-kept-focus.ts';
import { useKeys } from './use-keys.ts';
import { useProgramCommands } from './use-program-commands.ts';

export function Shell({ accounts }: { accounts: readonly AccountSummary[] }) {
  const text = useText();
  const settings = useSettings();
  const changeSettings = useChangeSettings();
  const replaced = useStore(settingsReplaced);
  const account = accounts.find((each) => each.id === settings.account) ?? accounts[0];
  if (!account) throw new Error('There is no account, not even the demo account.');
  useKeys();
  useProgramCommands(accounts, account);
  useKeptFocus(settings.screen);
  useForgottenRow(account.id, settings.screen);

  const { Screen } = screenEntries[settings.screen];
  const choose = (id: string): void => changeSettings({ account: id });
  const manage = (): void => openDialog('accounts');
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
        <Screen key={`${settings.screen} ${linkOf(account)} ${replaced}`} account={account} />
      </main>
      <AccountsDialog accounts={accounts} current={account} onChoose={choose} />
      <SettingsDialog />
      <ShortcutsDialog />
      <Palette accounts={accounts} account={account} />
      <ActivityPanel />
      <AlertDialog accounts={accounts} account={account} />
      <ActivityNotice />
    </div>
  );
}

/** Another address or other keys make it another list: what was read before does not go on into it. */
function linkOf({ id, kind, baseUrl, credentials }: AccountSummary): string {
  return kind === 'demo' ? id : `${id} ${baseUrl} ${credentials?.savedAt}`;
}
