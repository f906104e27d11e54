import { X } from 'lucide-react';
import { useText } from '../../text/use-text.ts';

interface FilterChipsProps<Part extends string> {
  chips: readonly { part: Part; label: string }[];
  onRemove: (part: Part) => void;
  onClear: () => void;
}

/** The parts of a filter that narrow a list. The user can remove each of them. */
export function FilterChips<Part extends string>({ chips, onRemove, onClear }: FilterChipsProps<Part>) {
  const text = useText();
  if (chips.length === 0) return null;
  return (
    <ul className="chips" aria-label={text.filter.chips}>
      {chips.map(({ part, label }) => (
        <li key={part} className="chip">
          <span className="chip-label" title={label}>
            {label}
          </span>
          <button
            type="button"
            className="chip-remove"
            aria-label={text.filter.remove(label)}
            onClick={() => onRemove(part)}
          >
            <X size={12} aria-hidden="true" />
          </button>
        </li>
      ))}
      <li>
        <button type="button" className="status-button" onClick={onClear}>
          {text.filter.clearAll}
        </button>
      </li>
    </ul>
  );
}
