import { Menu } from '@base-ui/react/menu';
import { Check, ChevronDown } from 'lucide-react';
import { Segmented } from '../../components/controls/Segmented.tsx';
import { useText } from '../../text/use-text.ts';

interface QuoteChoiceProps {
  quotes: readonly string[];
  quote: string;
  onChange: (quote: string) => void;
}

/** More than so many are not all kept in sight. */
const mostInSight = 4;

/** Amounts of different quote currencies are never added up, so one of them is looked at. */
export function QuoteChoice({ quotes, quote, onChange }: QuoteChoiceProps) {
  const text = useText();
  const nameOf = (each: string): string => (each === '' ? text.results.noQuote : each);
  if (quotes.length < 2) return null;
  if (quotes.length <= mostInSight) {
    return (
      <Segmented
        label={text.results.quote}
        options={quotes.map((value) => ({ value, label: nameOf(value) }))}
        value={quote}
        onChange={onChange}
      />
    );
  }
  return (
    <Menu.Root>
      <Menu.Trigger className="button" aria-label={`${text.results.quote}: ${nameOf(quote)}`}>
        {nameOf(quote)}
        <ChevronDown size={14} aria-hidden="true" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className="popup-positioner" sideOffset={4} align="start">
          <Menu.Popup className="popup popup-list">
            <Menu.RadioGroup value={quote} onValueChange={(next: string) => onChange(next)}>
              {quotes.map((each) => (
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
