import { Combobox } from '@base-ui/react/combobox';
import { Check } from 'lucide-react';
import { useMemo, useState } from 'react';
import { maxTypedLength } from '../../../shared/settings/choices.ts';
import { countText } from '../../text/number-form.ts';
import { useText } from '../../text/use-text.ts';
import { findBest } from '../text/find-best.ts';

export interface SymbolsFieldProps {
  symbols: readonly { value: string; rows: number }[];
  /** True if the list shows something else than these rows. */
  withoutCounts?: boolean;
  chosen: readonly string[];
  onChange: (symbols: string[]) => void;
}

/** Symbols that are listed, because each one drawn delays the form. The user finds the others by typing. */
const maxListed = 60;

/** Any number of symbols out of those that the list's rows have. */
export function SymbolsField({ symbols, withoutCounts = false, chosen, onChange }: SymbolsFieldProps) {
  const text = useText();
  const [query, setQuery] = useState('');
  const rows = useMemo(() => new Map(symbols.map(({ value, rows: count }) => [value, count])), [symbols]);
  // Symbols that were chosen when the form opened come first. One that is chosen later keeps its position.
  const [first] = useState(chosen);
  const names = useMemo(() => {
    const byRows = symbols.toSorted((a, b) => b.rows - a.rows).map(({ value }) => value);
    return [...new Set([...first, ...byRows, ...chosen])];
  }, [first, symbols, chosen]);
  const found = useMemo(() => findBest(names, query, (name) => ({ label: name })), [names, query]);
  const countOf = (symbol: string): string => {
    const count = rows.get(symbol);
    return count === undefined || withoutCounts ? '' : countText(count);
  };
  const listed = found.slice(0, maxListed);
  return (
    <Combobox.Root
      inline
      open
      multiple
      items={listed}
      filter={null}
      value={[...chosen]}
      onValueChange={onChange}
      inputValue={query}
      onInputValueChange={setQuery}
    >
      <fieldset className="filter-field symbols-field">
        <legend className="filter-label">
          {text.filter.symbols}
          {chosen.length > 0 && (
            <>
              <span className="filter-chosen">{text.filter.symbolsChosen(chosen.length)}</span>
              <button type="button" className="status-button" onClick={() => onChange([])}>
                {text.filter.clearSymbols}
              </button>
            </>
          )}
        </legend>
        <Combobox.InputGroup className="field">
          <Combobox.Input
            className="field-input"
            maxLength={maxTypedLength}
            aria-label={text.filter.findSymbol}
            placeholder={text.filter.findSymbol}
            spellCheck={false}
          />
        </Combobox.InputGroup>
        <div className="symbols-list">
          <Combobox.Empty className="popup-empty">{text.filter.noSymbols}</Combobox.Empty>
          <Combobox.List className="symbols-items">
            {(symbol: string) => (
              <Combobox.Item key={symbol} value={symbol} className="popup-item symbols-item">
                <span className="checkbox" aria-hidden="true">
                  <Combobox.ItemIndicator className="checkbox-mark">
                    <Check size={12} />
                  </Combobox.ItemIndicator>
                </span>
                <span className="popup-item-text">{symbol}</span>
                <span className="symbols-rows">{countOf(symbol)}</span>
              </Combobox.Item>
            )}
          </Combobox.List>
          {found.length > listed.length && (
            <p className="symbols-more">{text.filter.moreSymbols(found.length - listed.length)}</p>
          )}
        </div>
      </fieldset>
    </Combobox.Root>
  );
}
