import { useText } from '../../../text/use-text.ts';

const swatches = [
  ['loss', 4],
  ['loss', 3],
  ['loss', 2],
  ['loss', 1],
  ['profit', 1],
  ['profit', 2],
  ['profit', 3],
  ['profit', 4],
] as const;

/** What the calendar's colours and hatching say. */
export function CalendarLegend() {
  const text = useText();
  return (
    <div className="calendar-legend">
      <span>{text.results.loss}</span>
      {swatches.map(([sign, magnitude]) => (
        <span key={`${sign} ${magnitude}`} className="calendar-swatch" data-sign={sign} data-magnitude={magnitude} />
      ))}
      <span>{text.results.profit}</span>
    </div>
  );
}
