import { Dialog } from '@base-ui/react/dialog';
import { useSelector } from '@tanstack/react-store';
import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import type { AccountSummary } from '../../../shared/contract/accounts.ts';
import { closeDialog, dialog, focusAfterDialog, openDialog } from '../../platform/dialogs.ts';
import { useText } from '../../text/use-text.ts';
import { AccountForm } from './AccountForm.tsx';
import './accounts.css';

interface AccountsDialogProps {
  accounts: readonly AccountSummary[];
  current: AccountSummary;
  /** Selects an account. Called for a new account after it was saved. */
  onChoose: (id: string) => void;
}

const adding = 'adding';

export function AccountsDialog({ accounts, current, onChoose }: AccountsDialogProps) {
  const text = useText();
  const words = text.accounts;
  const opened = useSelector(dialog);
  const open = opened === 'accounts' || opened === 'new-account';
  const [{ seen, selected }, set] = useState<{ seen: typeof opened; selected: string | null }>({
    seen: null,
    selected: null,
  });
  // Closing leaves the selection, because a form that is removed with the focus takes the focus from the next dialog a frame later.
  if (seen !== opened) set({ seen: opened, selected: open ? (opened === 'new-account' ? adding : null) : selected });
  const setSelected = (next: string | null): void => set({ seen, selected: next });
  const shown = selected ?? current.id;
  const account = accounts.find((each) => each.id === shown);
  const isNew = shown === adding;
  const detail = useRef<HTMLElement>(null);

  const close = (): void => {
    closeDialog('accounts');
    closeDialog('new-account');
  };
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup
          className="dialog accounts-dialog"
          initialFocus={() => (isNew && detail.current?.querySelector('input')) || true}
          finalFocus={focusAfterDialog}
        >
          <div className="accounts-header">
            <Dialog.Title className="dialog-title">{words.title}</Dialog.Title>
            <Dialog.Close className="button">{words.close}</Dialog.Close>
          </div>
          <div className="accounts-body">
            <nav className="accounts-list" aria-label={words.list}>
              {accounts.map((each) => (
                <button
                  key={each.id}
                  type="button"
                  className="navigation-item accounts-item"
                  aria-current={each.id === shown || undefined}
                  onClick={() => setSelected(each.id)}
                >
                  <span className="accounts-name">{each.name}</span>
                  {each.kind === 'demo' && <span className="demo">{text.account.demo}</span>}
                </button>
              ))}
              <button
                type="button"
                className="button accounts-add"
                aria-current={isNew || undefined}
                onClick={() => setSelected(adding)}
              >
                <Plus size={14} aria-hidden="true" />
                {words.add}
              </button>
            </nav>
            <section ref={detail} className="accounts-detail" aria-label={isNew ? words.newAccount : account?.name}>
              {account?.kind === 'demo' && <p className="dialog-text">{words.demoDetail}</p>}
              {(isNew || account?.kind === 'live') && (
                <AccountForm
                  key={shown}
                  account={account}
                  otherNames={accounts.filter((each) => each.id !== shown).map((each) => each.name)}
                  onSaved={(saved) => {
                    if (!isNew) return;
                    onChoose(saved.id);
                    close();
                  }}
                  onRemoved={() => {
                    setSelected(null);
                    openDialog('accounts');
                  }}
                />
              )}
            </section>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
