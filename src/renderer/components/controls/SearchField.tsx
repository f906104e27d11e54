import { Search, X } from 'lucide-react';
import { useText } from '../../text/use-text.ts';

interface SearchFieldProps {
  value: string;
  onChange: (value: string) => void;
}

export function SearchField({ value, onChange }: SearchFieldProps) {
  const text = useText();
  return (
    <div className="field search-field">
      <Search size={14} className="field-icon" aria-hidden="true" />
      <input
        className="field-input"
        type="text"
        value={value}
        aria-label={text.toolbar.search}
        placeholder={text.toolbar.search}
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
        <button
          type="button"
          className="field-button"
          aria-label={text.toolbar.clearSearch}
          onClick={() => onChange('')}
        >
          <X size={14} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}
