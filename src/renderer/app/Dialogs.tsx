import type { AccountSummary } from '../../shared/contract/accounts.ts';
import { AccountsDialog } from '../features/accounts/AccountsDialog.tsx';
import { ActivityPanel } from '../features/alerts/ActivityPanel.tsx';
import { AlertDialog } from '../features/alerts/AlertDialog.tsx';
import { Palette } from '../features/palette/Palette.tsx';
import { ShortcutsDialog } from '../features/palette/ShortcutsDialog.tsx';
import { ReconcileDialog } from '../features/reconcile/ReconcileDialog.tsx';
import { ReviewDialog } from '../features/review/ReviewDialog.tsx';
import { SettingsDialog } from '../features/settings/SettingsDialog.tsx';
import { StatementDialog } from '../features/statement/StatementDialog.tsx';

export interface DialogsProps {
  accounts: readonly AccountSummary[];
  account: AccountSummary;
  /** Selects an account. */
  onChoose: (id: string) => void;
}

/** The dialogs that open above every screen, with their commands. */
export function Dialogs({ accounts, account, onChoose }: DialogsProps) {
  return (
    <>
      <AccountsDialog accounts={accounts} current={account} onChoose={onChoose} />
      <SettingsDialog />
      <ShortcutsDialog />
      <Palette accounts={accounts} account={account} />
      <ReviewDialog account={account} />
      <StatementDialog account={account} />
      <ReconcileDialog account={account} />
      <ActivityPanel account={account} />
      <AlertDialog accounts={accounts} account={account} />
    </>
  );
}
