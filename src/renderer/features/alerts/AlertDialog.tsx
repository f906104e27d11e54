import { Dialog } from '@base-ui/react/dialog';
import type { AccountSummary } from '../../../shared/domain.ts';
import { draftOf, newDraft } from '../../model/alert-draft.ts';
import { alertWish, closeAlertForm, newAlert } from '../../state/alert-form.ts';
import { dialog, focusAfterDialog } from '../../state/dialogs.ts';
import { useStore } from '../../state/store.ts';
import { useCommand } from '../../state/use-command.ts';
import { useText } from '../../text/use-text.ts';
import { AlertForm } from './AlertForm.tsx';

/** Where an alert is made, from wherever one looks, and changed. */
export function AlertDialog({ accounts, account }: { accounts: readonly AccountSummary[]; account: AccountSummary }) {
  const text = useText();
  const words = text.alerts;
  const open = useStore(dialog) === 'alert';
  const wish = useStore(alertWish);
  useCommand('new-alert', () => newAlert());
  const wanted = (wish.kind === 'new' ? wish.preset.account : wish.alert.account) ?? account.id;
  const of = accounts.find(({ id }) => id === wanted);
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && closeAlertForm()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog" finalFocus={focusAfterDialog}>
          <div className="dialog-header">
            <Dialog.Title className="dialog-title">{wish.kind === 'new' ? words.new : words.change}</Dialog.Title>
          </div>
          {of && (
            <AlertForm
              account={of}
              draft={wish.kind === 'new' ? newDraft(wish.preset) : draftOf(wish.alert)}
              onDone={closeAlertForm}
            />
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
