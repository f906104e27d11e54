import { RadioMenu } from '../../components/controls/RadioMenu.tsx';
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
  return (
    <RadioMenu
      label={text.tickers.quote}
      values={withAll ? [all, ...quotes] : quotes}
      nameOf={(each) => (each === all ? text.tickers.allQuotes : each === '' ? text.tickers.noQuote : each)}
      value={quote ?? all}
      onChange={(next) => onChange(next === all ? null : next)}
    />
  );
}
