import { Popover } from '@base-ui/react/popover';
import { Check, Pencil, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
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

interface NameFormProps {
  name: string;
  label: string;
  placeholder: string;
  /** What is wrong with the name, in words. */
  problemOf: (name: string) => string | null;
  onSave: (name: string) => void;
  onCancel: () => void;
}

/** A name that the reader gives or changes: of a view, of a watchlist. */
export function NameForm({ name: initial, label, placeholder, problemOf, onSave, onCancel }: NameFormProps) {
  const text = useText();
  const [name, setName] = useState(initial);
  const [tried, setTried] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const problem = problemOf(name);
  const said = tried ? problem : null;
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
        aria-label={label}
        aria-invalid={said !== null}
        placeholder={placeholder}
        value={name}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          onCancel();
        }}
      />
      {said !== null && (
        <p className="form-problem" role="alert">
          {said}
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
