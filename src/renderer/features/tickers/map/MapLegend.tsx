import { useText } from '../../../text/use-text.ts';
import { changeSteps } from './treemap.ts';

/** What the colours of the map stand for, in words. */
export function MapLegend() {
  const text = useText();
  return (
    <div className="map-legend">
      <span>{text.tickers.legend}</span>
      <ul className="map-legend-steps" aria-label={text.tickers.legend}>
        {changeSteps.map((step, place) => (
          <li key={step} className="map-legend-step" data-step={step}>
            {text.tickers.legendSteps[place]}
          </li>
        ))}
      </ul>
    </div>
  );
}
