import type { HistoryFilter } from '../../../shared/history.ts';
import { withPart } from '../../model/history-filter.ts';
import { useText } from '../../text/use-text.ts';
import { SearchField } from '../controls/SearchField.tsx';
import { useSettledText } from '../controls/use-settled-text.ts';

interface QuickSearchProps {
  filter: HistoryFilter;
  onChange: (filter: HistoryFilter) => void;
}

/** The filter's free text, over ids and symbols. */
export function QuickSearch({ filter, onChange }: QuickSearchProps) {
  const text = useText();
  const [typed, setTyped] = useSettledText(filter.text ?? '', (words) => onChange(withPart(filter, 'text', words)));
  return (
    <SearchField
      value={typed}
      onChange={(words) => setTyped(words.slice(0, longestText))}
      label={text.filter.quick}
      clearLabel={text.filter.clearQuick}
    />
  );
}

/** What a question may contain at most. */
const longestText = 200;
