import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useRef, useState } from 'react';
import type { AccountSummary } from '../../../shared/domain.ts';
import { client } from '../../api/client.ts';
import { CheckField } from '../../components/controls/CheckField.tsx';
import { failureSentences } from '../../model/words.ts';
import { showNotice } from '../../state/notice.ts';
import { useText } from '../../text/use-text.ts';

interface RemoveAccountProps {
  account: AccountSummary;
  onRemoved: () => void;
}

export function RemoveAccount({ account, onRemoved }: RemoveAccountProps) {
  const text = useText();
  const words = text.accounts;
  const [withArchive, setWithArchive] = useState(false);
  const keep = useRef<HTMLButtonElement>(null);
  const remove = async (): Promise<void> => {
    const result = await client.removeAccount({ id: account.id, withArchive });
    if (result.ok) {
      showNotice(words.removed(account.name));
      onRemoved();
    } else {
      showNotice(failureSentences(result.error, text));
    }
  };
  return (
    <AlertDialog.Root onOpenChange={() => setWithArchive(false)}>
      <AlertDialog.Trigger className="button button-danger">{words.remove}</AlertDialog.Trigger>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop backdrop-nested" forceRender />
        <AlertDialog.Popup className="dialog dialog-nested" initialFocus={keep}>
          <AlertDialog.Title className="dialog-title">{words.remove}</AlertDialog.Title>
          <AlertDialog.Description className="dialog-text">
            {words.removeQuestion(account.name)}
          </AlertDialog.Description>
          <div>
            <CheckField checked={withArchive} onChange={setWithArchive}>
              {words.removeArchive}
            </CheckField>
            <p className="form-hint">{words.removeArchiveExplained}</p>
          </div>
          <footer className="dialog-footer">
            <AlertDialog.Close ref={keep} className="button">
              {words.removeNo}
            </AlertDialog.Close>
            <AlertDialog.Close className="button button-danger" onClick={() => void remove()}>
              {words.removeYes}
            </AlertDialog.Close>
          </footer>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
