import { Menu } from '@base-ui/react/menu';
import { Check, ChevronDown } from 'lucide-react';
import { useText } from '../../text/use-text.ts';

interface QuoteMenuProps {
  quotes: readonly string[];
  /** `null`: all. */
  quote: string | null;
  /** Whether all can be looked at together. */
  withAll: boolean;
  onChange: (quote: string | null) => void;
}

const all = '*';

/** The quote currency of the symbols that are shown. */
export function QuoteMenu({ quotes, quote, withAll, onChange }: QuoteMenuProps) {
  const text = useText();
  const nameOf = (each: string): string =>
    each === all ? text.tickers.allQuotes : each === '' ? text.tickers.noQuote : each;
  const value = quote ?? all;
  return (
    <Menu.Root>
      <Menu.Trigger className="button" aria-label={`${text.tickers.quote}: ${nameOf(value)}`}>
        {nameOf(value)}
        <ChevronDown size={14} aria-hidden="true" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className="popup-positioner" sideOffset={4} align="start">
          <Menu.Popup className="popup popup-list">
            <Menu.RadioGroup value={value} onValueChange={(next: string) => onChange(next === all ? null : next)}>
              {[...(withAll ? [all] : []), ...quotes].map((each) => (
                <Menu.RadioItem key={each} value={each} className="popup-item" closeOnClick>
                  <span className="popup-item-text">{nameOf(each)}</span>
                  <Menu.RadioItemIndicator className="popup-item-mark">
                    <Check size={14} aria-hidden="true" />
                  </Menu.RadioItemIndicator>
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
