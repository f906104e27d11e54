import { useEffect, useRef, useState } from 'react';
import { useText } from '../../../text/use-text.ts';
import type { WatchlistNameProblem } from './watchlists.ts';

interface NameFormProps {
  name: string;
  check: (name: string) => WatchlistNameProblem | null;
  onSave: (name: string) => void;
  onCancel: () => void;
}

/** The name of a watchlist. */
export function NameForm({ name: initial, check, onSave, onCancel }: NameFormProps) {
  const text = useText();
  const [name, setName] = useState(initial);
  const [tried, setTried] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const problem = check(name);
  const said = tried && problem ? text.tickers.listProblems[problem] : null;
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
        ref={input}
        className="form-input"
        type="text"
        aria-label={text.tickers.listName}
        aria-invalid={said !== null}
        placeholder={text.tickers.listNamePlaceholder}
        value={name}
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
          {text.tickers.saveName}
        </button>
        <button type="button" className="button" onClick={onCancel}>
          {text.tickers.cancel}
        </button>
      </div>
    </form>
  );
}
