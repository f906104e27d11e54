import { Combobox } from '@base-ui/react/combobox';
import { Check, ChevronDown, X } from 'lucide-react';
import { useRef } from 'react';
import { matchesText } from '../../../shared/rows/text-filter.ts';
import { useCommand } from '../../state/use-command.ts';
import { useText } from '../../text/use-text.ts';

interface SymbolPickerProps {
  symbols: readonly string[];
  value: string | null;
  onChange: (symbol: string | null) => void;
}

/** One symbol out of those that the exchange knows, or all. */
export function SymbolPicker({ symbols, value, onChange }: SymbolPickerProps) {
  const text = useText();
  const input = useRef<HTMLInputElement>(null);
  useCommand('find', () => input.current?.select());
  return (
    <Combobox.Root
      items={symbols}
      value={value}
      onValueChange={onChange}
      filter={(symbol: string, query: string) => matchesText(query)(symbol)}
      autoHighlight
    >
      <Combobox.InputGroup className="field symbol-picker">
        <Combobox.Input
          ref={input}
          className="field-input"
          aria-label={text.toolbar.symbol}
          placeholder={text.toolbar.allSymbols}
          spellCheck={false}
        />
        <Combobox.Clear className="field-button" aria-label={text.toolbar.clearSymbol}>
          <X size={14} aria-hidden="true" />
        </Combobox.Clear>
        <Combobox.Trigger className="field-button" aria-label={text.toolbar.openSymbols}>
          <ChevronDown size={14} aria-hidden="true" />
        </Combobox.Trigger>
      </Combobox.InputGroup>
      <Combobox.Portal>
        <Combobox.Positioner className="popup-positioner" sideOffset={4}>
          <Combobox.Popup className="popup symbol-popup">
            <Combobox.Empty className="popup-empty">{text.toolbar.noSymbolFound}</Combobox.Empty>
            <Combobox.List className="popup-list">
              {(symbol: string) => (
                <Combobox.Item key={symbol} value={symbol} className="popup-item">
                  <span className="popup-item-text">{symbol}</span>
                  <Combobox.ItemIndicator className="popup-item-mark">
                    <Check size={14} aria-hidden="true" />
                  </Combobox.ItemIndicator>
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}
