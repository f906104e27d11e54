import { useRef } from 'react';
import { SearchSelect } from '../../components/controls/SearchSelect.tsx';
import { useCommand } from '../../state/use-command.ts';
import { useText } from '../../text/use-text.ts';

interface SymbolPickerProps {
  symbols: readonly string[];
  value: string | null;
  onChange: (symbol: string | null) => void;
}

/** One symbol out of those that the exchange knows, or all. */
export function SymbolPicker({ symbols, value, onChange }: SymbolPickerProps) {
  const { toolbar } = useText();
  const input = useRef<HTMLInputElement>(null);
  useCommand('find', () => input.current?.select());
  return (
    <SearchSelect
      items={symbols}
      value={value}
      onChange={onChange}
      words={{
        placeholder: toolbar.allSymbols,
        none: toolbar.noSymbolFound,
        open: toolbar.openSymbols,
        clear: toolbar.clearSymbol,
      }}
      input={{ ref: input, 'aria-label': toolbar.symbol }}
      className="symbol-picker"
    />
  );
}
