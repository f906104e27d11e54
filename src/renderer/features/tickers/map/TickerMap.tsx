import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { EmptyNotice } from '../../../components/screen/Notices.tsx';
import { percentText, volumeText } from '../../../model/figures.ts';
import { figuresOf, type TickerRow } from '../../../model/ticker-row.ts';
import { useStableSort } from '../../../state/use-stable-sort.ts';
import { type Text, useText } from '../../../text/use-text.ts';
import { changeStep, changeSteps, type Direction, layTiles, neighbour, type Tile } from './treemap.ts';

interface TickerMapProps {
  /** Of one quote currency. */
  rows: readonly TickerRow[];
  quote: string;
  /** Names what is laid out. */
  orderKey: string;
  isLive: boolean;
  openKey: string | null;
  onOpen: (symbol: string) => void;
}

const directions: readonly string[] = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'] satisfies Direction[];

/** The market as an area: how much is turned over of each symbol, and where it goes. */
export function TickerMap({ rows, quote, orderKey, isLive, openKey, onOpen }: TickerMapProps) {
  const text = useText();
  const area = useRef<HTMLDivElement>(null);
  const keysId = useId();
  const { width, height } = useSize(area);
  const { value: tiles } = useStableSort(
    () => layTiles(rows, width, height),
    `${orderKey}\n${quote}\n${width} ${height}\n${rows.length === 0}`,
    rows,
    area,
  );
  const bySymbol = useMemo(() => new Map(rows.map((row) => [row.symbol, row])), [rows]);
  const [focused, setFocused] = useState<string | null>(null);
  const places = tiles.flatMap(({ symbol }, place) => (symbol === null ? [] : [place]));
  const active = places.find((place) => tiles[place]?.symbol === focused) ?? places[0] ?? 0;

  const focusTile = (place: number | null | undefined): void => {
    const symbol = place === null || place === undefined ? null : (tiles[place]?.symbol ?? null);
    if (symbol === null) return;
    setFocused(symbol);
    area.current?.querySelector<HTMLElement>(`[data-symbol="${CSS.escape(symbol)}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.key === 'Home') focusTile(places[0]);
    else if (event.key === 'End') focusTile(places.at(-1));
    else if (directions.includes(event.key)) {
      const named = tiles.filter(({ symbol }) => symbol !== null);
      const next = neighbour(named, places.indexOf(active), event.key as Direction);
      focusTile(next === null ? null : places[next]);
    } else return;
    event.preventDefault();
  };

  return (
    <section className="map" aria-label={text.tickers.map(quote)}>
      <p id={keysId} hidden>
        {text.tickers.mapKeys}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a group of buttons that the arrow keys go through */}
      <div
        ref={area}
        role="group"
        className="map-area"
        aria-label={text.tickers.map(quote)}
        aria-describedby={keysId}
        data-stale={!isLive || undefined}
        onKeyDown={onKeyDown}
      >
        {tiles.length === 0 && <EmptyNotice what={text.tickers.mapNothing} next={text.tickers.mapNothingNext} />}
        {tiles.map((tile, place) => {
          const row = tile.symbol === null ? undefined : bySymbol.get(tile.symbol);
          if (!row) return <OthersTile key={tile.symbol ?? 'others'} tile={tile} text={text} />;
          return (
            <MapTile
              key={row.symbol}
              tile={tile}
              row={row}
              quote={quote}
              isLive={isLive}
              isOpen={row.symbol === openKey}
              tabIndex={place === active ? 0 : -1}
              onFocus={() => setFocused(row.symbol)}
              onOpen={() => onOpen(row.symbol)}
            />
          );
        })}
      </div>
      <MapLegend />
    </section>
  );
}

interface MapTileProps {
  tile: Tile;
  row: TickerRow;
  quote: string;
  isLive: boolean;
  isOpen: boolean;
  tabIndex: number;
  onFocus: () => void;
  onOpen: () => void;
}

/** Letters need so much room, in pixels. */
const nameHeight = 18;
const changeHeight = 36;
const letterWidth = 6.6;

function MapTile({ tile, row, quote, isLive, isOpen, tabIndex, onFocus, onOpen }: MapTileProps) {
  const text = useText();
  const change = isLive ? figuresOf(row).changePercent : null;
  const shown = percentText(change, text);
  const turnover = `${volumeText(row.turnover, text)} ${quote}`.trim();
  const name = quote === '' ? row.symbol : row.symbol.slice(0, -quote.length - 1);
  // What is read aloud begins with what is seen.
  const says = text.tickers.tile(name, shown, row.symbol, turnover);
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
      data-step={changeStep(change) ?? undefined}
      data-size={size}
      aria-label={says}
      aria-pressed={isOpen}
      title={says}
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
  const says = text.tickers.others(tile.count);
  return (
    <div className="map-tile map-others" style={boxOf(tile)} title={says}>
      {tile.height >= nameHeight && tile.width > 30 && (tile.width > 140 ? says : text.tickers.othersShort(tile.count))}
    </div>
  );
}

function boxOf({ x, y, width, height }: Tile) {
  return { left: x, top: y, width, height };
}

/** What the colours of the map stand for, in words. */
function MapLegend() {
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

/** The inner size of an element in whole pixels; 0 before it is known. */
function useSize(element: RefObject<HTMLElement | null>): { width: number; height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const measure = (): void => {
      const next = { width: current.clientWidth, height: current.clientHeight };
      setSize((before) => (before.width === next.width && before.height === next.height ? before : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return size;
}
