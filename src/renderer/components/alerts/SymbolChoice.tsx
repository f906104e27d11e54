import { Combobox } from '@base-ui/react/combobox';
import { Check, ChevronDown } from 'lucide-react';
import { useId, useMemo } from 'react';
import type { TickerMarket } from '../../../shared/market.ts';
import { matchesText } from '../../../shared/rows/text-filter.ts';
import { useLive } from '../../state/live/live.ts';
import { useText } from '../../text/use-text.ts';

interface SymbolChoiceProps {
  account: string;
  market: TickerMarket;
  value: string;
  onChange: (symbol: string) => void;
  problem: string | null;
  showProblem: boolean;
}

/** Drawn at once; more are found by typing. */
const mostListed = 60;

/** One of the symbols that the exchange has tickers of. */
export function SymbolChoice({ account, market, value, onChange, problem, showProblem }: SymbolChoiceProps) {
  const text = useText();
  const id = useId();
  const { rows } = useLive(market === 'spot' ? 'spot-tickers' : 'futures-tickers', account);
  const key = rows.map(({ symbol }) => symbol).join('\n');
  const symbols = useMemo(() => (key === '' ? [] : key.split('\n').sort()), [key]);
  const shown = problem !== null && showProblem;
  return (
    <div className="form-field">
      <label htmlFor={id}>{text.toolbar.symbol}</label>
      <Combobox.Root
        items={symbols}
        value={value === '' ? null : value}
        onValueChange={(symbol) => onChange(symbol ?? '')}
        filter={(symbol: string, query: string) => matchesText(query)(symbol)}
        limit={mostListed}
        autoHighlight
      >
        <Combobox.InputGroup className="field alert-symbol">
          <Combobox.Input
            id={id}
            className="field-input"
            placeholder={text.alerts.findSymbol}
            spellCheck={false}
            aria-invalid={shown}
            aria-describedby={`${id}-below`}
          />
          <Combobox.Trigger className="field-button" aria-label={text.toolbar.openSymbols}>
            <ChevronDown size={14} aria-hidden="true" />
          </Combobox.Trigger>
        </Combobox.InputGroup>
        <Combobox.Portal>
          <Combobox.Positioner className="popup-positioner popup-above" sideOffset={4}>
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
      <div id={`${id}-below`} className="form-problem">
        {shown ? problem : ''}
      </div>
    </div>
  );
}
