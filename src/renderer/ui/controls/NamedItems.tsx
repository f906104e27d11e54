import { Popover } from '@base-ui/react/popover';
import { Check, Pencil, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { maxTypedLength } from '../../../shared/settings/choices.ts';
import { useText } from '../../text/use-text.ts';
import { IconButton } from './IconButton.tsx';

interface NamedItemProps {
  name: string;
  chosen: boolean;
  onChoose: () => void;
  /** Missing for an item that the program names. */
  edit?: { onRename: () => void; onRemove: () => void };
}

/** An item in a popover, such as a saved view. Choosing it closes the popover. */
export function NamedItem({ name, chosen, onChoose, edit }: NamedItemProps) {
  const text = useText();
  return (
    <>
      <Popover.Close className="named-item" aria-pressed={chosen} onClick={onChoose}>
        <Check size={14} aria-hidden="true" className="popup-item-mark" visibility={chosen ? 'visible' : 'hidden'} />
        <span className="popup-item-text">{name}</span>
      </Popover.Close>
      {edit && (
        <>
          <IconButton label={text.named.rename(name)} icon={Pencil} onClick={edit.onRename} />
          <IconButton label={text.named.remove(name)} icon={Trash2} onClick={edit.onRemove} />
        </>
      )}
    </>
  );
}

interface NameFormProps {
  name: string;
  label: string;
  placeholder: string;
  /** Returns the problem of a name in words; `null` if it is valid. */
  problemOf: (name: string) => string | null;
  onSave: (name: string) => void;
  onCancel: () => void;
}

/** The form for a new or changed name. It shows a problem after the first attempt to save. */
export function NameForm({ name: initial, label, placeholder, problemOf, onSave, onCancel }: NameFormProps) {
  const text = useText();
  const [name, setName] = useState(initial);
  const [tried, setTried] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const problem = problemOf(name);
  const shown = tried ? problem : null;
  return (
    <form
      className="name-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (problem === null) onSave(name.trim());
      }}
    >
      <input
        ref={input}
        className="form-input"
        type="text"
        maxLength={maxTypedLength}
        aria-label={label}
        aria-invalid={shown !== null}
        placeholder={placeholder}
        value={name}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          onCancel();
        }}
      />
      {shown !== null && (
        <p className="form-problem" role="alert">
          {shown}
        </p>
      )}
      <div className="name-form-buttons">
        <button type="submit" className="button button-main">
          {text.named.save}
        </button>
        <button type="button" className="button" onClick={onCancel}>
          {text.named.cancel}
        </button>
      </div>
    </form>
  );
}
