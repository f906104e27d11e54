import { Combobox } from '@base-ui/react/combobox';
import { Check } from 'lucide-react';
import { useMemo, useState } from 'react';
import { matchesText } from '../../../shared/rows/text-filter.ts';
import { countText } from '../../text/number-groups.ts';
import { useText } from '../../text/use-text.ts';
import { bestFirst } from '../controls/best-first.ts';

interface SymbolsFieldProps {
  symbols: readonly { value: string; rows: number }[];
  chosen: readonly string[];
  onChange: (symbols: string[]) => void;
}

/** More of them are found by typing: each one drawn costs time when the form opens. */
const mostListed = 60;

/** Any number of symbols out of those that the list has, found by typing. */
export function SymbolsField({ symbols, chosen, onChange }: SymbolsFieldProps) {
  const text = useText();
  const [query, setQuery] = useState('');
  const rows = useMemo(() => new Map(symbols.map(({ value, rows: number }) => [value, number])), [symbols]);
  // Those that were chosen when the form opened come first, and do not jump there while they are chosen.
  const [first] = useState(chosen);
  const names = useMemo(() => {
    const byRows = symbols.toSorted((a, b) => b.rows - a.rows).map(({ value }) => value);
    return [...new Set([...first, ...byRows, ...chosen])];
  }, [first, symbols, chosen]);
  const found = useMemo(() => bestFirst(names.filter(matchesText(query)), query), [names, query]);
  const listed = found.slice(0, mostListed);
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
                <span className="symbols-rows">{numberText(rows.get(symbol))}</span>
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

function numberText(number: number | undefined): string {
  return number === undefined ? '' : countText(number);
}
