import { useEffect, useRef, useState } from 'react';
import { useText } from '../../text/use-text.ts';

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
