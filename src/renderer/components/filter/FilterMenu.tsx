import { Popover } from '@base-ui/react/popover';
import { ListFilter } from 'lucide-react';
import { useState } from 'react';
import type { HistoryFilter, HistoryList } from '../../../shared/history.ts';
import { cleanFilter, withPart } from '../../model/history-filter.ts';
import { useHistoryChoices } from '../../state/history-state.ts';
import { useCommand } from '../../state/use-command.ts';
import { useText } from '../../text/use-text.ts';
import { FilterForm } from './FilterForm.tsx';

interface FilterMenuProps {
  account: string;
  list: HistoryList;
  filter: HistoryFilter;
  onChange: (filter: HistoryFilter) => void;
}

/** The button that opens the filter's form. */
export function FilterMenu({ account, list, filter, onChange }: FilterMenuProps) {
  const text = useText();
  const [open, setOpen] = useState(false);
  useCommand('filter', () => setOpen(true));
  const choices = useHistoryChoices(account, list, open);
  const conditions = Object.keys(cleanFilter(withPart(filter, 'text', undefined))).length;
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger className="button">
        <ListFilter size={14} aria-hidden="true" />
        {text.filter.open}
        {conditions > 0 && (
          <>
            <span className="badge">{conditions}</span>
            <span className="visually-hidden">{text.filter.conditions(conditions)}</span>
          </>
        )}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className="popup-positioner" sideOffset={4} align="start">
          <Popover.Popup className="popup filter-popup" aria-label={text.filter.title}>
            <FilterForm list={list} filter={filter} choices={choices} onChange={onChange} />
            <footer className="filter-footer">
              <button
                type="button"
                className="button"
                disabled={conditions === 0}
                onClick={() => onChange(filter.text === undefined ? {} : { text: filter.text })}
              >
                {text.filter.clearAll}
              </button>
              <Popover.Close className="button button-main">{text.filter.close}</Popover.Close>
            </footer>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
