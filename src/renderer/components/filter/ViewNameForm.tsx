import { useEffect, useRef, useState } from 'react';
import { useText } from '../../text/use-text.ts';
import type { ViewNameProblem } from './saved-views.ts';

interface ViewNameFormProps {
  name: string;
  check: (name: string) => ViewNameProblem | null;
  onSave: (name: string) => void;
  onCancel: () => void;
}

export function ViewNameForm({ name: initial, check, onSave, onCancel }: ViewNameFormProps) {
  const text = useText();
  const [name, setName] = useState(initial);
  const [tried, setTried] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const problem = check(name);
  const said = tried && problem ? text.views.nameProblems[problem] : null;
  return (
    <form
      className="view-name"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (!problem) onSave(name.trim());
      }}
    >
      <input
        className="form-input"
        type="text"
        aria-label={text.views.name}
        aria-invalid={said !== null}
        placeholder={text.views.namePlaceholder}
        value={name}
        ref={input}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          onCancel();
        }}
      />
      {said && (
        <p className="form-problem" role="alert">
          {said}
        </p>
      )}
      <div className="view-name-buttons">
        <button type="submit" className="button button-main">
          {text.views.saveName}
        </button>
        <button type="button" className="button" onClick={onCancel}>
          {text.views.cancel}
        </button>
      </div>
    </form>
  );
}
