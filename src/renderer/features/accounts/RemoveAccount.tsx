import { AlertDialog } from '@base-ui/react/alert-dialog';
import type { AccountSummary } from '../../../shared/domain.ts';
import { client } from '../../api/client.ts';
import { failureText } from '../../format/failure-text.ts';
import { showNotice } from '../../state/notice.ts';
import { useText } from '../../text/use-text.ts';

interface RemoveAccountProps {
  account: AccountSummary;
  onRemoved: () => void;
}

export function RemoveAccount({ account, onRemoved }: RemoveAccountProps) {
  const text = useText();
  const words = text.accounts;
  const remove = async (): Promise<void> => {
    const result = await client.removeAccount({ id: account.id });
    if (result.ok) {
      showNotice(words.removed(account.name));
      onRemoved();
    } else {
      const { what, next } = failureText(result.error, text);
      showNotice(`${what} ${next}`);
    }
  };
  return (
    <AlertDialog.Root>
      <AlertDialog.Trigger className="button button-danger">{words.remove}</AlertDialog.Trigger>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop backdrop-nested" forceRender />
        <AlertDialog.Popup className="dialog dialog-nested">
          <AlertDialog.Title className="dialog-title">{words.remove}</AlertDialog.Title>
          <AlertDialog.Description className="dialog-text">
            {words.removeQuestion(account.name)}
          </AlertDialog.Description>
          <footer className="dialog-footer">
            <AlertDialog.Close className="button">{words.removeNo}</AlertDialog.Close>
            <AlertDialog.Close className="button button-danger" onClick={() => void remove()}>
              {words.removeYes}
            </AlertDialog.Close>
          </footer>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
