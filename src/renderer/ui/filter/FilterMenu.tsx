import { Popover } from '@base-ui/react/popover';
import { Tabs } from '@base-ui/react/tabs';
import { ChevronDown, ListFilter } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useCommand } from '../../platform/commands.ts';
import { useText } from '../../text/use-text.ts';
import type { FilterField } from './filter-form.ts';
import { PeriodChoice } from './PeriodChoice.tsx';
import { RangeField } from './RangeField.tsx';
import { SymbolsField, type SymbolsFieldProps } from './SymbolsField.tsx';

/** The filter's form while it is open: the part that it shows, and the chip that it was opened from; `null` for the button. */
export interface OpenFilter {
  part: string;
  chip: HTMLElement | null;
}

interface FilterMenuProps {
  /** `null` while the form is closed. */
  open: OpenFilter | null;
  onOpenChange: (open: OpenFilter | null) => void;
  /** Missing if the screen has its own choice of symbols. */
  symbols?: SymbolsFieldProps;
  fields: readonly FilterField[];
  /** The parts of the filter that the form sets. */
  active: readonly string[];
  /** Those that are shown beside the form, so that its number is that of the chips. Default: none. */
  shownBeside?: readonly string[];
  onClear: () => void;
  /** The words of the button that closes the form, such as "Show 362 trades". */
  done?: string;
}

const symbolParts = ['symbols', 'withoutSymbols'];

/** The button that opens the filter's form: a list of fields, and the values of the selected one. A change applies immediately. */
export function FilterMenu(props: FilterMenuProps) {
  const { open, onOpenChange, symbols, fields, active, shownBeside = [], onClear, done } = props;
  const text = useText();
  const first = symbols ? 'symbols' : (fields[0]?.parts[0] ?? '');
  const [latest, setLatest] = useState(first);
  const show = (): void => onOpenChange({ part: latest, chip: null });
  useCommand('filter', show);
  const conditions = active.filter((part) => !shownBeside.includes(part)).length;
  return (
    <Popover.Root open={open !== null} onOpenChange={(next) => (next ? show() : onOpenChange(null))}>
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
        <Popover.Positioner
          className="popup-positioner"
          sideOffset={4}
          align="start"
          {...(open?.chip ? { anchor: open.chip } : {})}
        >
          <Popover.Popup className="popup filter-popup" aria-label={text.filter.title}>
            <FieldTabs
              part={open?.part ?? latest}
              onPart={(part) => {
                setLatest(part);
                onOpenChange({ part, chip: open?.chip ?? null });
              }}
              symbols={symbols}
              fields={fields}
              active={active}
            />
            <footer className="filter-footer">
              <button type="button" className="button" disabled={active.length === 0} onClick={onClear}>
                {text.filter.clearAll}
              </button>
              <Popover.Close className="button button-main">{done ?? text.filter.close}</Popover.Close>
            </footer>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

interface FieldTabsProps extends Pick<FilterMenuProps, 'fields' | 'active'> {
  part: string;
  onPart: (part: string) => void;
  symbols: SymbolsFieldProps | undefined;
}

/** The names of the fields, the rare ones under "More", and the selected field. */
function FieldTabs({ part, onPart, symbols, fields, active }: FieldTabsProps) {
  const text = useText();
  const isRare = fields.some(({ parts, isRare }) => isRare && (parts.includes(part) || parts.some(isActive)));
  const [hasMore, setMore] = useState(isRare);
  const names = useRef<HTMLDivElement>(null);
  /** Lists the rare fields and moves the focus from the button, which disappears, to the first of them. */
  const showMore = (): void => {
    const before = new Set(names.current?.children);
    flushSync(() => setMore(true));
    const [first] = Array.from(names.current?.children ?? []).filter((name) => !before.has(name));
    if (first instanceof HTMLElement) first.focus();
  };
  const listed = hasMore || isRare ? fields : fields.filter((field) => !field.isRare);
  const selected = fields.find(({ parts }) => parts.includes(part))?.parts[0] ?? 'symbols';
  function isActive(name: string): boolean {
    return active.includes(name);
  }
  return (
    <Tabs.Root
      className="filter-form"
      orientation="vertical"
      value={selected}
      onValueChange={(next: string) => onPart(next)}
    >
      <div className="filter-names">
        <Tabs.List ref={names} activateOnFocus aria-label={text.filter.fields}>
          {symbols && <FieldTab name="symbols" label={text.filter.symbols} isSet={symbolParts.some(isActive)} />}
          {listed.map(({ label, parts }) => (
            <FieldTab key={label} name={parts[0] ?? label} label={label} isSet={parts.some(isActive)} />
          ))}
        </Tabs.List>
        {listed.length < fields.length && (
          <button type="button" className="filter-name filter-more" onClick={showMore}>
            {text.filter.more}
            <ChevronDown size={14} aria-hidden="true" />
          </button>
        )}
      </div>
      {symbols && (
        <Tabs.Panel className="filter-panel" value="symbols" tabIndex={-1}>
          <SymbolsField {...symbols} />
        </Tabs.Panel>
      )}
      {listed.map((field) => (
        <Tabs.Panel key={field.label} className="filter-panel" value={field.parts[0] ?? field.label} tabIndex={-1}>
          <Field field={field} />
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  );
}

function FieldTab({ name, label, isSet }: { name: string; label: string; isSet: boolean }) {
  const text = useText();
  return (
    <Tabs.Tab className="filter-name" value={name}>
      {label}
      {isSet && <span className="filter-name-set" role="img" aria-label={text.filter.isSet} />}
    </Tabs.Tab>
  );
}

/** No value chosen is the same as all values chosen. */
function Field({ field: { label, choices, range, dates } }: { field: FilterField }) {
  return (
    <fieldset className="filter-field" data-columns={choices?.columns}>
      <legend className="filter-label">{label}</legend>
      {dates && <PeriodChoice dates={dates.value} onChange={dates.onChange} />}
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
      {range && <RangeField kind="decimals" label={label} {...range} />}
    </fieldset>
  );
}
