import { Search, X } from 'lucide-react';
import { type KeyboardEvent, useRef } from 'react';
import { maxTypedLength } from '../../../shared/settings/choices.ts';
import { useCommand } from '../../platform/commands.ts';
import { screenFocus } from '../../platform/dialogs.ts';
import { useText } from '../../text/use-text.ts';

interface SearchFieldProps {
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  label?: string;
  clearLabel?: string;
  /** What Enter does with the text, in words, and the function that does it; `null` if Enter does nothing. */
  offer?: { words: string; accept: () => void } | null;
}

/** Leads from the field to the table: Escape leaves the field as it is, and Arrow Down goes on to the table as well. */
function leaveToTable(event: KeyboardEvent): void {
  const isDown = event.key === 'ArrowDown';
  if ((!isDown && event.key !== 'Escape') || event.nativeEvent.isComposing) return;
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const table = screenFocus();
  if (!table) return;
  event.preventDefault();
  event.stopPropagation();
  table.focus();
  if (isDown) table.dispatchEvent(new window.KeyboardEvent('keydown', { key: event.key, bubbles: true }));
}

/** A text field for searching, which the command `find` focuses. */
export function SearchField({ value, onChange, onBlur, offer = null, ...labels }: SearchFieldProps) {
  const text = useText();
  const { label = text.toolbar.search, clearLabel = text.toolbar.clearSearch } = labels;
  const input = useRef<HTMLInputElement>(null);
  useCommand('find', () => input.current?.select());
  const pressKey = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing && offer !== null) {
      event.preventDefault();
      offer.accept();
    } else {
      leaveToTable(event);
    }
  };
  return (
    <div className="field search-field">
      <Search size={14} className="field-icon" aria-hidden="true" />
      <input
        ref={input}
        className="field-input"
        type="text"
        maxLength={maxTypedLength}
        value={value}
        aria-label={label}
        placeholder={label}
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
        onKeyDown={pressKey}
      />
      {/* Always there, so that screen readers read what appears in it. */}
      <output className="search-offer" hidden={offer === null}>
        {offer && (
          <>
            <kbd aria-label="Enter">↵</kbd> {offer.words}
          </>
        )}
      </output>
      {value !== '' && (
        <button type="button" className="field-button" aria-label={clearLabel} onClick={() => onChange('')}>
          <X size={14} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}
