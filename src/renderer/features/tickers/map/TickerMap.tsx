import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react';
import { baseOf } from '../../../../shared/market/symbols.ts';
import { figuresOf, type TickerRow } from '../../../domain/market/ticker-row.ts';
import { type Text, useText } from '../../../text/use-text.ts';
import { useSize } from '../../../ui/controls/use-size.ts';
import { EmptyNotice } from '../../../ui/screen/Notices.tsx';
import { holdOf, useStableSort } from '../../../ui/table/use-stable-sort.ts';
import { largeFigure, type PrecisionOf, percentText, priceText, signTone } from '../../../ui/text/figures.ts';
import { colorStep, colorSteps, type Direction, layTiles, neighbor, type Tile } from './treemap.ts';

/** What the map shows, or the movers in its place. */
export interface TickerMapProps {
  /** Rows of one quote currency. */
  rows: readonly TickerRow[];
  quote: string;
  /** Names the rows. They are laid out again for another key. */
  orderKey: string;
  isLive: boolean;
  precisionOf: PrecisionOf;
  openKey: string | null;
  onOpen: (symbol: string) => void;
}

const directions: readonly string[] = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'] satisfies Direction[];

/** The market as a treemap: area is turnover, color is the 24-hour change. */
export function TickerMap({ rows, quote, orderKey, isLive, precisionOf, openKey, onOpen }: TickerMapProps) {
  const text = useText();
  const area = useRef<HTMLDivElement>(null);
  const keysId = useId();
  const { width, height } = useSize(area);
  const { value: tiles } = useStableSort(
    () => layTiles(rows, width, height),
    `${orderKey}\n${quote}\n${width} ${height}\n${rows.length === 0}`,
    rows,
    () => holdOf(area),
  );
  const bySymbol = useMemo(() => new Map(rows.map((row) => [row.symbol, row])), [rows]);
  const [focused, setFocused] = useState<string | null>(null);
  /** Symbol below the pointer or with the focus. */
  const [read, setRead] = useState<string | null>(null);
  const readRow = read === null ? undefined : bySymbol.get(read);
  const indices = tiles.flatMap(({ symbol }, index) => (symbol === null ? [] : [index]));
  const active = indices.find((index) => tiles[index]?.symbol === focused) ?? indices[0] ?? 0;

  const focusTile = (index: number | null | undefined): void => {
    const symbol = index === null || index === undefined ? null : (tiles[index]?.symbol ?? null);
    if (symbol === null) return;
    setFocused(symbol);
    area.current?.querySelector<HTMLElement>(`[data-symbol="${CSS.escape(symbol)}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.key === 'Home') focusTile(indices[0]);
    else if (event.key === 'End') focusTile(indices.at(-1));
    else if (directions.includes(event.key)) {
      const named = tiles.filter(({ symbol }) => symbol !== null);
      const next = neighbor(named, indices.indexOf(active), event.key as Direction);
      focusTile(next === null ? null : indices[next]);
    } else return;
    event.preventDefault();
  };

  return (
    <section className="map" aria-label={text.tickers.map(quote)}>
      <p id={keysId} hidden>
        {text.tickers.mapKeys}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a group of buttons with arrow key navigation */}
      <div
        ref={area}
        role="group"
        className="map-area"
        aria-label={text.tickers.map(quote)}
        aria-describedby={keysId}
        data-stale={!isLive || undefined}
        onKeyDown={onKeyDown}
        onPointerOver={({ target }) => setRead(symbolAt(target))}
        onPointerLeave={() => setRead(null)}
        onFocus={({ target }) => setRead(symbolAt(target))}
        onBlur={() => setRead(null)}
      >
        {tiles.length === 0 && <EmptyNotice what={text.tickers.mapNothing} next={text.tickers.mapNothingNext} />}
        {tiles.map((tile, index) => {
          const row = tile.symbol === null ? undefined : bySymbol.get(tile.symbol);
          if (!row) return <OthersTile key={tile.symbol ?? 'others'} tile={tile} text={text} />;
          return (
            <MapTile
              key={row.symbol}
              tile={tile}
              row={row}
              quote={quote}
              price={priceText(row.last, precisionOf(row.symbol), text)}
              isLive={isLive}
              isOpen={row.symbol === openKey}
              tabIndex={index === active ? 0 : -1}
              onFocus={() => setFocused(row.symbol)}
              onOpen={() => onOpen(row.symbol)}
            />
          );
        })}
      </div>
      <div className="map-foot">
        <MapLegend />
        <p className="map-reading" aria-hidden="true">
          {readRow && (
            <>
              <strong>{readRow.symbol}</strong>
              <span>{priceText(readRow.last, precisionOf(readRow.symbol), text)}</span>
              <span data-tone={signTone(isLive ? figuresOf(readRow).changePercent : null)}>
                {percentText(isLive ? figuresOf(readRow).changePercent : null, text)}
              </span>
              <span>{text.tickers.turnoverOf(turnoverOf(readRow, quote, text))}</span>
            </>
          )}
        </p>
      </div>
    </section>
  );
}

function symbolAt(target: EventTarget): string | null {
  return target instanceof Element ? (target.closest<HTMLElement>('[data-symbol]')?.dataset.symbol ?? null) : null;
}

function turnoverOf(row: TickerRow, quote: string, text: Text): string {
  return `${largeFigure(row.turnover, text).shown} ${quote}`.trim();
}

interface MapTileProps {
  tile: Tile;
  row: TickerRow;
  quote: string;
  /** The last price in words. */
  price: string;
  isLive: boolean;
  isOpen: boolean;
  tabIndex: number;
  onFocus: () => void;
  onOpen: () => void;
}

/** Minimum tile size (CSS pixels) for its texts. */
const nameHeight = 18;
const changeHeight = 36;
const letterWidth = 6.6;

function MapTile({ tile, row, quote, price, isLive, isOpen, tabIndex, onFocus, onOpen }: MapTileProps) {
  const text = useText();
  const change = isLive ? figuresOf(row).changePercent : null;
  const shown = percentText(change, text);
  const name = quote === '' ? row.symbol : baseOf(row.symbol);
  // The accessible name begins with the visible text.
  const description = text.tickers.tile(name, shown, row.symbol, price, turnoverOf(row, quote, text));
  const size =
    tile.width > 150 && tile.height > 90 ? 'large' : tile.width < 64 || tile.height < 44 ? 'small' : 'normal';
  const hasName = tile.height >= nameHeight && tile.width >= Math.min(name.length, 4) * letterWidth + 4;
  const hasChange = tile.height >= changeHeight && tile.width >= shown.length * letterWidth;
  return (
    <button
      type="button"
      className="map-tile"
      style={boxOf(tile)}
      data-symbol={row.symbol}
      data-step={colorStep(change) ?? undefined}
      data-size={size}
      aria-label={description}
      aria-pressed={isOpen}
      title={description}
      tabIndex={tabIndex}
      onFocus={onFocus}
      onClick={onOpen}
    >
      {hasName && <span className="map-name">{name}</span>}{' '}
      {hasName && hasChange && <span className="map-change">{shown}</span>}
    </button>
  );
}

function OthersTile({ tile, text }: { tile: Tile; text: Text }) {
  const description = text.tickers.others(tile.count);
  return (
    <div
      className="map-tile map-others"
      data-size={tile.width < 64 ? 'small' : undefined}
      style={boxOf(tile)}
      title={description}
    >
      {tile.height >= nameHeight &&
        tile.width > 30 &&
        (tile.width > 140 ? description : text.tickers.othersShort(tile.count))}
    </div>
  );
}

function boxOf({ x, y, width, height }: Tile) {
  return { left: x, top: y, width, height };
}

/** The meaning of the map's colors. */
function MapLegend() {
  const text = useText();
  return (
    <div className="map-legend">
      <span>{text.tickers.legend}</span>
      <ul className="map-legend-steps" aria-label={text.tickers.legend}>
        {colorSteps.map((step, index) => (
          <li key={step} className="map-legend-step" data-step={step}>
            {text.tickers.legendSteps[index]}
          </li>
        ))}
      </ul>
    </div>
  );
}
