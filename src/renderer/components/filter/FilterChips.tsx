import { X } from 'lucide-react';
import type { HistoryFilter } from '../../../shared/history.ts';
import { filterChips } from '../../model/filter-chips.ts';
import { withPart } from '../../model/history-filter.ts';
import { useText } from '../../text/use-text.ts';

interface FilterChipsProps {
  filter: HistoryFilter;
  onChange: (filter: HistoryFilter) => void;
}

/** What narrows the list, each part with a way out. */
export function FilterChips({ filter, onChange }: FilterChipsProps) {
  const text = useText();
  const chips = filterChips(filter, text);
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
            onClick={() => onChange(withPart(filter, part, undefined))}
          >
            <X size={12} aria-hidden="true" />
          </button>
        </li>
      ))}
      <li>
        <button type="button" className="status-button" onClick={() => onChange({})}>
          {text.filter.clearAll}
        </button>
      </li>
    </ul>
  );
}
