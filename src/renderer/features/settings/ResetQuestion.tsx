import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useText } from '../../text/use-text.ts';
import { loadReader } from './import-settings.ts';
import { type ExportedName, isReset } from './settings-file.ts';
import { useReplaceSettings } from './use-replace-settings.ts';

const parts = Object.keys(isReset) as ExportedName[];

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
          <div className="import-body">
            <AlertDialog.Description className="dialog-text">{words.resetExplained}</AlertDialog.Description>
            <PartsOfSettings names={parts.filter((part) => isReset[part]).map((part) => words.parts[part])} />
            <p className="dialog-text">{words.resetStays}</p>
            <PartsOfSettings
              names={[text.accounts.title, ...parts.filter((part) => !isReset[part]).map((part) => words.parts[part])]}
            />
          </div>
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

function PartsOfSettings({ names }: { names: readonly string[] }) {
  return (
    <ul className="import-list reset-list">
      {names.map((name) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  );
}
