import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { SymbolRules } from '../../../../shared/contract/market.ts';
import type { SeenLevel, Trade } from '../../../../shared/contract/trades.ts';
import { formatTimestamp } from '../../../../shared/time/time.ts';
import { request } from '../../../platform/client.ts';
import { keepWhile } from '../../../platform/query-client.ts';
import { useTimeZone } from '../../../platform/settings/settings.ts';
import { useText } from '../../../text/use-text.ts';
import { useSize } from '../../../ui/controls/use-size.ts';
import { priceText, quantityText, roughText, signTone } from '../../../ui/text/figures.ts';
import { pictureGeometry } from './picture-geometry.ts';
import './trade-picture.css';

interface TradePictureProps {
  account: string;
  trade: Trade;
  /** Version of the order history. */
  version: number | undefined;
  rules: SymbolRules | undefined;
}

const height = 132;
const sizeHeight = 28;
/** The least width at which a picture says more than the list of orders. */
const leastWidth = 120;

/** The executions of a trade on time and price, with the stops and targets as they were seen, and the held size below. */
export function TradePicture({ account, trade, version, rules }: TradePictureProps) {
  const text = useText();
  const words = text.picture;
  const zone = useTimeZone();
  const { data } = useQuery({
    queryKey: ['trade-picture', account, trade.key, version],
    queryFn: ({ signal }) => request('readTradePicture', { account, key: trade.key }, signal),
    placeholderData: keepWhile(['trade-picture', account, trade.key]),
    gcTime: 0,
  });
  const frame = useRef<HTMLDivElement>(null);
  const { width } = useSize(frame);
  const price = (value: string | null): string => priceText(value, rules, text);
  const executions = data?.executions ?? [];
  const levels = data?.levels ?? [];
  const isOpen = trade.state === 'open';
  const end = Math.max(executions.at(-1)?.at ?? 0, trade.closedAt ?? (isOpen ? Date.now() : 0));
  const drawn = { executions, levels, stop: data?.stop ?? null };
  const geometry = pictureGeometry(drawn, trade.entryPrice, end, { width, height, sizeHeight });
  const label = [
    words.entryAt(price(trade.entryPrice)),
    ...(trade.exitPrice === null ? [] : [words.exitAt(price(trade.exitPrice))]),
    ...(data?.stop ? [words.stopAt(price(data.stop))] : []),
    words.executions(executions.length),
  ].join(', ');
  const levelTitle = ({ role, price: at, quantity, from, to }: SeenLevel): string =>
    words.level(
      words.roles[role],
      price(at),
      quantityText(quantity, rules, text),
      formatTimestamp(from, zone),
      to === null ? null : formatTimestamp(to, zone),
    );
  return (
    <figure className="trade-picture">
      <div ref={frame} className="trade-picture-frame" style={{ height: height + sizeHeight }}>
        {data && width >= leastWidth && executions.length > 0 && (
          <svg width={width} height={height + sizeHeight} role="img" aria-label={label}>
            <path className="picture-size" d={geometry.area} transform={`translate(0 ${height})`}>
              <title>{words.size}</title>
            </path>
            {geometry.entryY !== null && (
              <line className="picture-entry" x1={0} x2={width} y1={geometry.entryY} y2={geometry.entryY}>
                <title>{words.entryAt(price(trade.entryPrice))}</title>
              </line>
            )}
            {geometry.levels.map(({ level, y, from, to }) => (
              <line
                key={`${level.key} ${level.from}`}
                className="picture-level"
                data-role={level.role}
                data-unseen={level.to === null || undefined}
                x1={from}
                x2={to}
                y1={y}
                y2={y}
              >
                <title>{levelTitle(level)}</title>
              </line>
            ))}
            {geometry.dots.map(({ x, y }, place) => {
              const execution = executions[place];
              if (y === null || execution === undefined) return null;
              const { key, opens, at, isSeen, quantity, price: paid } = execution;
              return (
                <circle key={key} className="picture-dot" data-opens={opens || undefined} cx={x} cy={y} r={4}>
                  <title>
                    {words.execution(
                      opens ? text.actions.open : text.actions.close,
                      quantityText(quantity, rules, text),
                      price(paid),
                      formatTimestamp(at, zone),
                      isSeen,
                    )}
                  </title>
                </circle>
              );
            })}
          </svg>
        )}
      </div>
      {data && (
        <figcaption className="trade-picture-facts">
          <span>{formatTimestamp(executions[0]?.at ?? trade.openedAt, zone)}</span>
          <span>{isOpen ? words.now : formatTimestamp(end, zone)}</span>
          <span className="trade-picture-r" title={words.rExplained}>
            {data.r === null ? (
              data.stop === null ? (
                levels.some(({ role }) => role === 'stop') ? (
                  words.rUnknown
                ) : (
                  words.noStop
                )
              ) : (
                words.stopAt(price(data.stop))
              )
            ) : (
              <>
                <strong data-tone={signTone(data.r)}>{words.r(roughText(data.r))}</strong>{' '}
                {words.stopAt(price(data.stop))}
              </>
            )}
          </span>
        </figcaption>
      )}
      {geometry.far + (data?.leftOut ?? 0) > 0 && (
        <p className="form-hint">{words.notDrawn(geometry.far + (data?.leftOut ?? 0))}</p>
      )}
    </figure>
  );
}
