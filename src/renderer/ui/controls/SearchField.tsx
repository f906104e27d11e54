import { Search, X } from 'lucide-react';
import { useRef } from 'react';
import { useCommand } from '../../platform/commands.ts';
import { useText } from '../../text/use-text.ts';

interface SearchFieldProps {
  value: string;
  onChange: (value: string) => void;
  label?: string;
  clearLabel?: string;
}

/** A text field for searching, which the command `find` focuses. */
export function SearchField({ value, onChange, ...labels }: SearchFieldProps) {
  const text = useText();
  const { label = text.toolbar.search, clearLabel = text.toolbar.clearSearch } = labels;
  const input = useRef<HTMLInputElement>(null);
  useCommand('find', () => input.current?.select());
  return (
    <div className="field search-field">
      <Search size={14} className="field-icon" aria-hidden="true" />
      <input
        ref={input}
        className="field-input"
        type="text"
        value={value}
        aria-label={label}
        placeholder={label}
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && value !== '') {
            event.stopPropagation();
            onChange('');
          }
        }}
      />
      {value !== '' && (
        <button type="button" className="field-button" aria-label={clearLabel} onClick={() => onChange('')}>
          <X size={14} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}
