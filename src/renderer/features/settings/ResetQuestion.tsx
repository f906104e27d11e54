import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useText } from '../../text/use-text.ts';
import { loadReader } from './import-settings.ts';
import { useReplaceSettings } from './use-replace-settings.ts';

export function ResetQuestion({ open, onClose }: { open: boolean; onClose: () => void }) {
  const text = useText();
  const words = text.settings;
  const replace = useReplaceSettings();
  const reset = async (): Promise<void> => {
    const reader = await loadReader(text);
    if (reader) await replace(reader.resetChange(), words.resetDone);
    onClose();
  };
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop backdrop-nested" forceRender />
        <AlertDialog.Popup className="dialog dialog-nested">
          <AlertDialog.Title className="dialog-title">{words.resetTitle}</AlertDialog.Title>
          <AlertDialog.Description className="dialog-text">{words.resetExplained}</AlertDialog.Description>
          <footer className="dialog-footer">
            <AlertDialog.Close className="button">{words.cancel}</AlertDialog.Close>
            <button type="button" className="button button-danger" onClick={() => void reset()}>
              {words.resetYes}
            </button>
          </footer>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
