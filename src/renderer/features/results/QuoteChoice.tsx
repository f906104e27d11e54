import { RadioMenu } from '../../components/controls/RadioMenu.tsx';
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
  const { results } = useText();
  const nameOf = (each: string): string => (each === '' ? results.noQuote : each);
  if (quotes.length < 2) return null;
  if (quotes.length > mostInSight) {
    return <RadioMenu label={results.quote} values={quotes} nameOf={nameOf} value={quote} onChange={onChange} />;
  }
  return (
    <Segmented
      label={results.quote}
      options={quotes.map((value) => ({ value, label: nameOf(value) }))}
      value={quote}
      onChange={onChange}
    />
  );
}
