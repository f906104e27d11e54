import { useText } from '../../text/use-text.ts';

const areas = ['cumulative', 'symbols', 'days', 'weekdays', 'hours'] as const;

/** Where the charts will be. */
export function ResultsSkeleton() {
  const text = useText();
  return (
    <div className="results-grid" aria-hidden="true">
      {areas.map((area) => (
        <div key={area} className={`results-panel results-${area} results-blank`}>
          <p className="results-panel-header">{text.results[area]}</p>
          <div className="skeleton-row" />
        </div>
      ))}
    </div>
  );
}
