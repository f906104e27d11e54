import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OutputOf } from '../../../shared/contract/index.ts';
import { client, failureOf, request } from '../../platform/client.ts';
import { useText } from '../../text/use-text.ts';
import { failureSentences } from '../../ui/text/failures.ts';

/** The question before all data of the program is removed. The program ends then, so its last state stays on the screen. */
export function RemoveDataQuestion({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [phase, setPhase] = useState<Phase>('asking');
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && phase === 'asking' && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop backdrop-nested" forceRender />
        <AlertDialog.Popup className="dialog dialog-nested">
          {typeof phase === 'object' ? (
            <Removed notShown={phase.notShown} />
          ) : (
            <Asking isRemoving={phase === 'removing'} onPhase={setPhase} />
          )}
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

/** An object once the data is removed. */
type Phase = 'asking' | 'removing' | OutputOf<'removeData'>;

interface AskingProps {
  isRemoving: boolean;
  onPhase: (phase: Phase) => void;
}

function Asking({ isRemoving, onPhase }: AskingProps) {
  const text = useText();
  const { removeData: words, settings } = text;
  // The files change, so each question reads them again.
  const { data, error } = useQuery({
    queryKey: ['stored-data'],
    queryFn: () => request('readStoredData', {}),
    gcTime: 0,
  });
  const [failed, setFailed] = useState('');
  const failure = failureOf(error);
  const problem = failure ? failureSentences(failure, text) : failed;
  const remove = async (): Promise<void> => {
    onPhase('removing');
    const result = await client.removeData({});
    if (!result.ok) setFailed(failureSentences(result.error, text));
    onPhase(result.ok ? result.data : 'asking');
  };
  return (
    <>
      <AlertDialog.Title className="dialog-title">{words.title}</AlertDialog.Title>
      <div className="import-body">
        <AlertDialog.Description className="dialog-text remove-data-list">
          {data && words.detail(data.folder, data.files, data.keychainEntries)}
        </AlertDialog.Description>
        <p className="dialog-text">{settings.removeEnds}</p>
        {problem !== '' && (
          <p className="dialog-text" role="alert" data-tone="error">
            {words.failed}. {problem}
          </p>
        )}
      </div>
      <footer className="dialog-footer">
        <AlertDialog.Close className="button" disabled={isRemoving}>
          {words.cancel}
        </AlertDialog.Close>
        <button
          type="button"
          className="button button-danger"
          disabled={!data || isRemoving}
          onClick={() => void remove()}
        >
          {words.remove}
        </button>
      </footer>
    </>
  );
}

function Removed({ notShown }: OutputOf<'removeData'>) {
  const { settings, removeData } = useText();
  return (
    <>
      <AlertDialog.Title className="dialog-title">{settings.removedTitle}</AlertDialog.Title>
      <AlertDialog.Description className="dialog-text">
        {notShown.length === 0 ? settings.removedKeys : removeData.notShown(notShown)}
      </AlertDialog.Description>
      <p className="dialog-text">{settings.removed}</p>
    </>
  );
}
