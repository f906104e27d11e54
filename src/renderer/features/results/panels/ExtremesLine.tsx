import type { ResultsPart } from '../../../../shared/history.ts';
import { signTone } from '../../../model/figures.ts';
import { useText } from '../../../text/use-text.ts';
import { extremesOf } from '../figures/parts.ts';
import { exactAmount } from './part-columns.ts';

interface ExtremesLineProps<Part> {
  parts: readonly Part[];
  nameOf: (part: Part) => string;
}

/** The best and the worst of a chart, while nothing else of it is read. */
export function ExtremesLine<Part extends ResultsPart>({ parts, nameOf }: ExtremesLineProps<Part>) {
  const text = useText();
  const extremes = extremesOf(parts);
  if (!extremes) return null;
  const ends = extremes.best === extremes.worst ? (['best'] as const) : (['best', 'worst'] as const);
  return ends.map((end) => (
    <span key={end}>
      {ends.length > 1 && text.results[end]} <span className="results-reading-name">{nameOf(extremes[end])}</span>{' '}
      <span data-tone={signTone(extremes[end].pnl)}>{exactAmount(extremes[end].pnl)}</span>
    </span>
  ));
}
