import { X } from 'lucide-react';
import { useText } from '../../text/use-text.ts';

interface FilterChipsProps<Part extends string> {
  /** Where temporary conditions come from, and how to leave them; `null` for the user's own. */
  origin?: { text: string; onLeave: () => void } | null;
  chips: readonly { part: Part; label: string }[];
  onRemove: (part: Part, label: string) => void;
  /** Opens the field of a part at its chip. Missing if the chips have no form. */
  onEdit?: (part: Part, chip: HTMLElement) => void;
  /** Parts that the form has no field for. */
  fixed?: readonly string[];
  onClear: () => void;
}

/** The parts of a filter that narrow a list. The user can remove each of them. */
export function FilterChips<Part extends string>(props: FilterChipsProps<Part>) {
  const { origin = null, chips, onRemove, onEdit, fixed = [], onClear } = props;
  const text = useText();
  if (chips.length === 0 && origin === null) return null;
  return (
    <ul className="chips" aria-label={text.filter.chips}>
      {origin && (
        <li className="chip chip-origin">
          <span className="chip-label" title={origin.text}>
            {origin.text}
          </span>
          <button type="button" className="chip-leave" onClick={origin.onLeave}>
            <X size={12} aria-hidden="true" />
            {text.filter.backToOwn}
          </button>
        </li>
      )}
      {chips.map(({ part, label }) => (
        <li key={part} className="chip">
          {onEdit && !fixed.includes(part) ? (
            <button
              type="button"
              className="chip-label"
              title={label}
              aria-haspopup="dialog"
              onClick={(event) => onEdit(part, event.currentTarget)}
            >
              {label}
            </button>
          ) : (
            <span className="chip-label" title={label}>
              {label}
            </span>
          )}
          <button
            type="button"
            className="chip-remove"
            aria-label={text.filter.remove(label)}
            onClick={() => onRemove(part, label)}
          >
            <X size={12} aria-hidden="true" />
          </button>
        </li>
      ))}
      {chips.length > 0 && (
        <li>
          <button type="button" className="status-button" onClick={onClear}>
            {text.filter.clearAll}
          </button>
        </li>
      )}
    </ul>
  );
}
