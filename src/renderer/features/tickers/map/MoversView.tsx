import { useMemo, useRef } from 'react';
import { baseOf } from '../../../../shared/market/symbols.ts';
import { type SortKey, sortRows } from '../../../../shared/rows/sort-rows.ts';
import { signOf } from '../../../../shared/values/decimal.ts';
import { figuresOf, type TickerRow } from '../../../domain/market/ticker-row.ts';
import { useText } from '../../../text/use-text.ts';
import { FigureText } from '../../../ui/controls/FigureText.tsx';
import { moveAmongButtons } from '../../../ui/controls/move-among-buttons.ts';
import { holdOf, useStableSort } from '../../../ui/table/use-stable-sort.ts';
import { largeFigure, percentText, priceFigure, signTone } from '../../../ui/text/figures.ts';
import type { TickerMapProps } from './TickerMap.tsx';

/** The symbols with the largest gain, the largest loss and the largest turnover. */
export function MoversView({ rows, quote, orderKey, ...shown }: TickerMapProps) {
  const text = useText();
  const area = useRef<HTMLDivElement>(null);
  const { value: movers } = useStableSort(
    () => moversOf(rows),
    `${orderKey}\n${quote}\n${rows.length === 0}`,
    rows,
    () => holdOf(area),
  );
  const bySymbol = useMemo(() => new Map(rows.map((row) => [row.symbol, row])), [rows]);
  const rowsOf = (symbols: readonly string[]): TickerRow[] => symbols.flatMap((symbol) => bySymbol.get(symbol) ?? []);
  return (
    <div className="movers" ref={area}>
      <MoverList title={text.tickers.gainers} rows={rowsOf(movers.gainers)} {...shown} />
      <MoverList title={text.tickers.losers} rows={rowsOf(movers.losers)} {...shown} />
      <MoverList title={text.tickers.busiest} rows={rowsOf(movers.busiest)} withTurnover {...shown} />
    </div>
  );
}

interface MoverListProps extends Pick<TickerMapProps, 'isLive' | 'precisionOf' | 'openKey' | 'onOpen'> {
  title: string;
  rows: readonly TickerRow[];
  withTurnover?: boolean;
}

function MoverList({ title, rows, withTurnover, isLive, precisionOf, openKey, onOpen }: MoverListProps) {
  const text = useText();
  return (
    <section className="movers-list" aria-label={title} data-stale={!isLive || undefined}>
      <header className="movers-header">
        <h2>{title}</h2>
      </header>
      {rows.length === 0 && <p className="movers-none">{text.tickers.nothingHere}</p>}
      <ol onKeyDown={moveAmongButtons}>
        {rows.length > 0 && (
          <li className="mover-heads" aria-hidden="true">
            <span />
            <span className={withTurnover ? 'mover-second' : undefined}>{text.columns.last}</span>
            <span>{text.columns.changePercent}</span>
            <span className={withTurnover ? undefined : 'mover-second'}>{text.columns.turnover}</span>
          </li>
        )}
        {rows.map((row) => {
          const name = baseOf(row.symbol);
          const change = isLive ? figuresOf(row).changePercent : null;
          return (
            <li key={row.symbol}>
              <button
                type="button"
                className="mover"
                data-symbol={row.symbol}
                aria-pressed={row.symbol === openKey}
                onClick={() => onOpen(row.symbol)}
              >
                <span className="mover-name">
                  {name}
                  <span className="mover-quote">{row.symbol.slice(name.length)}</span>
                </span>
                <span className={withTurnover ? 'mover-second' : undefined}>
                  <FigureText figure={priceFigure(row.last, precisionOf(row.symbol), text)} />
                </span>
                <span data-tone={signTone(change)}>{percentText(change, text)}</span>
                <span className={withTurnover ? undefined : 'mover-second'}>
                  <FigureText figure={largeFigure(row.turnover, text)} />
                </span>
              </button>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

interface Movers {
  gainers: string[];
  losers: string[];
  busiest: string[];
}

/** Number of symbols in each list. */
const listLength = 24;

/** Returns the symbols with the largest gain, loss and turnover over 24 hours. The rows are of one quote currency. */
export function moversOf(rows: readonly TickerRow[]): Movers {
  const change = { kind: 'decimal', of: (row: TickerRow) => figuresOf(row).changePercent } as const;
  const turnover = { kind: 'decimal', of: (row: TickerRow) => row.turnover } as const;
  const first = (key: SortKey<TickerRow>, isIncluded: (row: TickerRow) => boolean): string[] => {
    const included = rows.filter(isIncluded);
    return Array.from(sortRows(included, [key]).slice(0, listLength), (position) => included[position]?.symbol ?? '');
  };
  const hasSign = (sign: -1 | 1) => (row: TickerRow) => signOf(figuresOf(row).changePercent ?? '0') === sign;
  return {
    gainers: first({ value: change, direction: 'descending' }, hasSign(1)),
    losers: first({ value: change, direction: 'ascending' }, hasSign(-1)),
    busiest: first({ value: turnover, direction: 'descending' }, (row) => signOf(row.turnover ?? '0') > 0),
  };
}
