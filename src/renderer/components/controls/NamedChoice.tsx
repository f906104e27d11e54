import { Popover } from '@base-ui/react/popover';
import { Check, Pencil, Trash2 } from 'lucide-react';
import { useText } from '../../text/use-text.ts';

interface NamedChoiceProps {
  name: string;
  chosen: boolean;
  onChoose: () => void;
  /** Missing where the name is not the reader's own. */
  edit?: { onRename: () => void; onRemove: () => void };
}

/** One of the named things in a popover, which closes once it is chosen. */
export function NamedChoice({ name, chosen, onChoose, edit }: NamedChoiceProps) {
  const text = useText();
  return (
    <>
      <Popover.Close className="views-choose" aria-pressed={chosen} onClick={onChoose}>
        <Check size={14} aria-hidden="true" className="popup-item-mark" visibility={chosen ? 'visible' : 'hidden'} />
        <span className="popup-item-text">{name}</span>
      </Popover.Close>
      {edit && (
        <>
          <button type="button" className="icon-button" aria-label={text.named.rename(name)} onClick={edit.onRename}>
            <Pencil size={14} aria-hidden="true" />
          </button>
          <button type="button" className="icon-button" aria-label={text.named.remove(name)} onClick={edit.onRemove}>
            <Trash2 size={14} aria-hidden="true" />
          </button>
        </>
      )}
    </>
  );
}
