import { compareDecimals } from '../../../../shared/decimal.ts';
import type { Decimal } from '../../../../shared/domain.ts';
import type { TickerMarket } from '../../../../shared/market.ts';
import type { TableColumn } from '../../../model/column.ts';
import {
  decimalText,
  type PrecisionOf,
  percentText,
  plainText,
  priceText,
  signedText,
  signTone,
  volumeText,
} from '../../../model/figures.ts';
import { decimalColumn } from '../../../model/order-columns.ts';
import { figuresOf, type TickerRow } from '../../../model/ticker-row.ts';
import type { Text } from '../../../text/use-text.ts';

export interface TickerColumnsOptions {
  text: Text;
  market: TickerMarket;
  precisionOf: PrecisionOf;
  /** False hides derived figures, because they would be derived from outdated ones. */
  isLive: boolean;
  favourites: ReadonlySet<string>;
  onFavourite: (symbol: string) => void;
}

type Column = TableColumn<TickerRow>;

/** Returns the columns of a market's tickers. */
export function tickerColumns(options: TickerColumnsOptions): Column[] {
  const { text, market, isLive } = options;
  const { columns, units } = text;
  const places = pricePlaces(options);
  const price = (id: string, header: string, of: (row: TickerRow) => Decimal | null): Column => ({
    ...decimalColumn<TickerRow>({
      id,
      header,
      unit: units.quote,
      of,
      show: (value, row) => priceText(value, { pricePrecision: places(row), quantityPrecision: null }, text),
      text,
    }),
    flashes: true,
  });
  const amount = (id: 'volume' | 'turnover', unit: string): Column => ({
    ...decimalColumn<TickerRow>({
      id,
      header: columns[id],
      unit,
      width: 148,
      of: (row) => row[id],
      show: (value) => volumeText(value, text),
      text,
    }),
    flashes: true,
  });
  const derived = (column: Column): Column =>
    isLive
      ? { ...column, flashes: true }
      : { ...column, text: () => text.none, exact: () => text.none, tone: () => 'muted' };

  const change = derived(
    decimalColumn<TickerRow>({
      id: 'change',
      header: columns.change,
      unit: units.quote,
      width: 132,
      of: (row) => figuresOf(row).change,
      show: (value, row) => signedText(value, text, places(row) ?? 2),
      tone: (row) => signTone(figuresOf(row).change),
      text,
    }),
  );
  const changePercent = derived(
    decimalColumn<TickerRow>({
      id: 'changePercent',
      header: columns.changePercent,
      width: 92,
      of: (row) => figuresOf(row).changePercent,
      show: (value) => percentText(value, text),
      tone: (row) => signTone(figuresOf(row).changePercent),
      text,
    }),
  );
  const basis = derived(
    decimalColumn<TickerRow>({
      id: 'basis',
      header: columns.basis,
      width: 92,
      of: (row) => figuresOf(row).basis,
      show: (value) => (value === null ? text.none : text.tickers.percent(signedText(value, text, 3))),
      tone: (row) => signTone(figuresOf(row).basis),
      text,
    }),
  );
  const spread = derived(
    decimalColumn<TickerRow>({
      id: 'spread',
      header: columns.spread,
      unit: units.quote,
      width: 128,
      of: (row) => figuresOf(row).spread,
      show: (value, row) => priceText(value, { pricePrecision: places(row), quantityPrecision: null }, text),
      text,
    }),
  );
  const spreadBasisPoints = derived(
    decimalColumn<TickerRow>({
      id: 'spreadBasisPoints',
      header: columns.spread,
      unit: units.basisPoints,
      width: 88,
      of: (row) => figuresOf(row).spreadBasisPoints,
      show: (value) => (value === null ? text.none : decimalText(value, { minimumPlaces: 2 })),
      text,
    }),
  );
  const trades: Column = {
    ...decimalColumn<TickerRow>({
      id: 'trades',
      header: columns.trades,
      width: 88,
      of: (row) => row.trades,
      show: (value) => plainText(value, text),
      text,
    }),
    flashes: true,
  };

  const isSpot = market === 'spot';
  return [
    {
      id: 'symbol',
      header: columns.symbol,
      width: 148,
      text: (row) => row.symbol,
      sort: { kind: 'text', of: (row) => row.symbol },
    },
    favouriteColumn(options),
    price('last', columns.last, (row) => row.last),
    changePercent,
    change,
    rangeColumn(text, isLive),
    ...(isSpot
      ? [
          price('bid', columns.bid, (row) => row.bid),
          price('ask', columns.ask, (row) => row.ask),
          spread,
          spreadBasisPoints,
        ]
      : []),
    basis,
    amount('turnover', units.quote),
    amount('volume', isSpot ? units.base : units.contracts),
    price('high', columns.high, (row) => row.high),
    price('low', columns.low, (row) => row.low),
    price('open', columns.open, (row) => row.open),
    trades,
  ];
}

function favouriteColumn({ text, favourites, onFavourite }: TickerColumnsOptions): Column {
  const isFavourite = (row: TickerRow): boolean => favourites.has(row.symbol);
  return {
    id: 'favourite',
    header: text.columns.favourite,
    width: 44,
    text: (row) => (isFavourite(row) ? '★' : '☆'),
    spoken: (row) => (isFavourite(row) ? text.tickers.isFavourite : text.tickers.isNoFavourite),
    tone: (row) => (isFavourite(row) ? 'warning' : undefined),
    press: (row) => onFavourite(row.symbol),
    sort: { kind: 'number', of: (row) => (isFavourite(row) ? 1 : 0) },
  };
}

/** The position of the last price between the low and the high of the day. */
function rangeColumn(text: Text, isLive: boolean): Column {
  const of = (row: TickerRow): Decimal | null => figuresOf(row).range;
  const words = (value: Decimal): string => text.tickers.percent(value);
  const shown = (row: TickerRow): Decimal | null => (isLive ? of(row) : null);
  return {
    id: 'range',
    header: text.columns.range,
    width: 148,
    align: 'end',
    text: (row) => {
      const value = shown(row);
      return value === null ? text.none : words(value);
    },
    spoken: (row) => {
      const value = shown(row);
      return value === null ? text.tickers.noRange : text.tickers.inRange(value);
    },
    bar: (row) => {
      const value = shown(row);
      return value === null ? null : withinBar(value);
    },
    tone: (row) => (shown(row) === null ? 'muted' : undefined),
    sort: { kind: 'decimal', of },
  };
}

function withinBar(percent: Decimal): number {
  if (compareDecimals(percent, '0') <= 0) return 0;
  return compareDecimals(percent, '100') >= 0 ? 100 : Number(percent);
}

/**
 * Returns the decimal places of a row's prices. The exchange has rules of futures only; a spot pair takes its finest
 * price.
 */
function pricePlaces({ market, precisionOf }: TickerColumnsOptions): (row: TickerRow) => number | null {
  if (market === 'spot') return finestPlaces;
  return (row) => precisionOf(row.symbol)?.pricePrecision ?? null;
}

const finest = new WeakMap<TickerRow, number>();

function finestPlaces(row: TickerRow): number {
  const known = finest.get(row);
  if (known !== undefined) return known;
  const { last, bid, ask, high, low, open } = row;
  let places = 0;
  for (const price of [last, bid, ask, high, low, open]) {
    const point = price?.indexOf('.') ?? -1;
    if (price && point >= 0) places = Math.max(places, price.length - point - 1);
  }
  finest.set(row, places);
  return places;
}
