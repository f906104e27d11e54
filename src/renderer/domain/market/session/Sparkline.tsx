import { type KeyboardEvent, useMemo, useState } from 'react';
import type { TickerMarket } from '../../../../shared/market/market.ts';
import { formatTimestamp } from '../../../../shared/time/time.ts';
import { compareDecimals } from '../../../../shared/values/decimal.ts';
import { useTimeZone } from '../../../platform/settings/settings.ts';
import { useText } from '../../../text/use-text.ts';
import { RowMenu } from '../../../ui/controls/RowMenu.tsx';
import type { PricePoint } from '../live/packed-points.ts';
import type { PriceGap } from '../live/session-prices.ts';
import { PriceItems } from '../PriceItems.tsx';
import { lineOf, nearestPoint } from './line-path.ts';
import './sparkline.css';

interface SparklineProps {
  account: string;
  market: TickerMarket;
  symbol: string;
  points: readonly PricePoint[];
  gaps: readonly PriceGap[];
  showPrice: (price: string) => string;
}

const width = 320;
const height = 56;
/** Margin around the line for its mark (units of the SVG). */
const inset = 4;

/** The prices since the program was started as a line. The pointer and the keys read single prices. */
export function Sparkline({ account, market, symbol, points, gaps, showPrice }: SparklineProps) {
  const text = useText();
  const zone = useTimeZone();
  const [read, setRead] = useState<number | null>(null);
  const line = useMemo(() => lineOf(points, gaps, width - 2 * inset, height - 2 * inset), [points, gaps]);
  const last = points.length - 1;
  if (last < 0) return <p className="sparkline-read">{text.tickers.sessionNothing}</p>;

  const index = Math.min(read ?? last, last);
  const point = points[index];
  const timeOf = (each: PricePoint | undefined): string => (each ? formatTimestamp(each.at, zone).slice(11) : '');
  const reading = point ? text.tickers.sessionPoint(timeOf(point), showPrice(point.price)) : '';
  const sorted = [...points].sort((a, b) => compareDecimals(a.price, b.price));
  const span = text.tickers.sessionSpan(
    timeOf(points[0]),
    showPrice(sorted[0]?.price ?? ''),
    showPrice(sorted.at(-1)?.price ?? ''),
  );

  const onKeyDown = (event: KeyboardEvent): void => {
    const steps: Record<string, number> = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: last };
    const next = steps[event.key];
    if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    setRead(Math.max(0, Math.min(last, next)));
  };
  const menuOf = (price: string) => ({
    label: showPrice(price),
    items: <PriceItems account={account} market={market} row={{ symbol, price }} />,
  });
  return (
    <RowMenu className="sparkline" by="row" menuOf={menuOf}>
      <div
        role="slider"
        data-row={point?.price}
        tabIndex={0}
        className="sparkline-area"
        aria-label={text.tickers.session}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={index}
        aria-valuetext={reading}
        onKeyDown={onKeyDown}
        onBlur={() => setRead(null)}
        onPointerMove={({ currentTarget, clientX }) => {
          const box = currentTarget.getBoundingClientRect();
          const at = ((clientX - box.left) / box.width) * width - inset;
          setRead(nearestPoint(line.x, at));
        }}
        onPointerLeave={() => setRead(null)}
      >
        <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
          <g transform={`translate(${inset} ${inset})`}>
            <path d={line.path} className="sparkline-path" vectorEffect="non-scaling-stroke" />
            <circle cx={line.x[index]} cy={line.y[index]} r="3" className="sparkline-mark" />
          </g>
        </svg>
      </div>
      <p className="sparkline-read">{read === null ? span : reading}</p>
    </RowMenu>
  );
}
