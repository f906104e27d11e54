import { Popover } from '@base-ui/react/popover';
import { ListFilter } from 'lucide-react';
import { useCommand } from '../../platform/commands.ts';
import { useText } from '../../text/use-text.ts';
import type { FilterField } from './filter-form.ts';
import { RangeField } from './RangeField.tsx';
import { SymbolsField, type SymbolsFieldProps } from './SymbolsField.tsx';

interface FilterMenuProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** Missing if the screen has its own choice of symbols. */
  symbols?: SymbolsFieldProps;
  /** The fields of a group stand side by side. */
  groups: readonly (readonly FilterField[])[];
  /** Number of parts of the filter that the form sets. */
  conditions: number;
  onClear: () => void;
}

/** The button that opens the filter's form. A change in the form applies immediately. */
export function FilterMenu({ isOpen, onOpenChange, symbols, groups, conditions, onClear }: FilterMenuProps) {
  const text = useText();
  useCommand('filter', () => onOpenChange(true));
  return (
    <Popover.Root open={isOpen} onOpenChange={onOpenChange}>
      <Popover.Trigger
        className="button"
        aria-label={
          conditions > 0 ? text.clauses(text.filter.open, text.filter.conditions(conditions)) : text.filter.open
        }
        title={text.filter.open}
      >
        <ListFilter size={14} aria-hidden="true" />
        <span className="button-word">{text.filter.open}</span>
        {conditions > 0 && <span className="badge">{conditions}</span>}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className="popup-positioner" sideOffset={4} align="start">
          <Popover.Popup className="popup filter-popup" aria-label={text.filter.title}>
            <div className="filter-form">
              {symbols && <SymbolsField {...symbols} />}
              <div className="filter-fields">
                {groups.map((group) => (
                  <FieldGroup key={group[0]?.label} fields={group} />
                ))}
              </div>
            </div>
            <footer className="filter-footer">
              <button type="button" className="button" disabled={conditions === 0} onClick={onClear}>
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

function FieldGroup({ fields }: { fields: readonly FilterField[] }) {
  const drawn = fields.map((field) => <Field key={field.label} field={field} />);
  return drawn.length > 1 ? <div className="filter-pair">{drawn}</div> : drawn;
}

/** No value chosen is the same as all values chosen. */
function Field({ field: { label, choices, range } }: { field: FilterField }) {
  return (
    <fieldset className="filter-field" data-columns={choices?.columns}>
      <legend className="filter-label">{label}</legend>
      {choices && (
        <div className="choices">
          {choices.options.map((option) => (
            <button
              key={option.value}
              type="button"
              className="choice"
              aria-pressed={choices.chosen.includes(option.value)}
              onClick={() => choices.onToggle(option.value)}
            >
              {option.label}
            </button>
          ))}
        </div>
      )}
      {range && <RangeField label={label} {...range} />}
    </fieldset>
  );
}
