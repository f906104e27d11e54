import type { TickerMarket } from '../../../../shared/market/market.ts';
import { baseOf } from '../../../../shared/market/symbols.ts';
import { compareDecimals } from '../../../../shared/values/decimal.ts';
import type { Decimal } from '../../../../shared/values/domain.ts';
import { figuresOf, type TickerRow } from '../../../domain/market/ticker-row.ts';
import { quoteOfRow } from '../../../domain/orders/order-columns.ts';
import { positionText } from '../../../domain/plans/positions/risk-words.ts';
import { perObject } from '../../../platform/per-object.ts';
import type { Text } from '../../../text/use-text.ts';
import { columnHelper, type TableColumn } from '../../../ui/table/column.ts';
import { decimalColumn } from '../../../ui/table/decimal-column.ts';
import {
  decimalText,
  largeFigure,
  narrowChangeFigure,
  type PrecisionOf,
  percentText,
  priceFigure,
  signTone,
} from '../../../ui/text/figures.ts';
import type { Own, Owns } from './own.ts';

export interface TickerColumnsOptions {
  text: Text;
  market: TickerMarket;
  precisionOf: PrecisionOf;
  /** False hides derived figures, because they would be derived from outdated ones. */
  isLive: boolean;
  favorites: ReadonlySet<string>;
  onFavorite: (symbol: string) => void;
  owns: Owns;
}

type Column = TableColumn<TickerRow>;
const helper = columnHelper<TickerRow>();

/** Returns the columns of the tickers of a market: every figure that the market has. */
export function tickerColumns(options: TickerColumnsOptions): Column[] {
  const { text, market, isLive } = options;
  const { columns, units } = text;
  const places = pricePlaces(options);
  const price = (id: 'last' | 'bid' | 'ask' | 'high' | 'low' | 'open'): Column =>
    decimalColumn<TickerRow>(id, {
      header: columns[id],
      unit: units.quote,
      unitOf: quoteOfRow,
      show: (value, row) => priceFigure(value, { pricePrecision: places(row), quantityPrecision: null }, text),
      // Bid and ask change with it, and would flash together.
      ...(id === 'last' ? { flashes: true } : {}),
      text,
    });
  const amount = (id: 'volume' | 'turnover', unit: string): Column =>
    decimalColumn<TickerRow>(id, {
      header: columns[id],
      unit,
      ...(unit === units.contracts ? {} : { unitOf: unit === units.base ? baseOfRow : quoteOfRow }),
      ...(id === 'turnover' ? { sumIn: quoteOfRow } : {}),
      size: 116,
      show: (value) => largeFigure(value, text),
      text,
    });
  const none = (): string => text.none;
  const derived = (column: Column): Column => ({
    ...column,
    meta: isLive
      ? column.meta
      : { ...column.meta, text: none, full: () => null, exact: none, tone: () => 'muted' as const },
  });

  const change = derived(
    decimalColumn<TickerRow>((row) => figuresOf(row).change, {
      id: 'change',
      header: columns.change,
      unit: units.quote,
      unitOf: quoteOfRow,
      size: 132,
      show: (value, row) => narrowChangeFigure(value, places(row) ?? 2, text),
      tone: (row) => signTone(figuresOf(row).change),
      text,
    }),
  );
  const changePercent = derived(
    decimalColumn<TickerRow>((row) => figuresOf(row).changePercent, {
      id: 'changePercent',
      header: columns.changePercent,
      size: 100,
      show: (value) => percentText(value, text),
      tone: (row) => signTone(figuresOf(row).changePercent),
      text,
    }),
  );
  const basis = derived(
    decimalColumn<TickerRow>((row) => figuresOf(row).basis, {
      id: 'basis',
      header: columns.basis,
      size: 92,
      // Without a color: a premium is no gain.
      show: (value) => percentText(value, text, 3),
      text,
    }),
  );
  const spread = derived(
    decimalColumn<TickerRow>((row) => figuresOf(row).spread, {
      id: 'spread',
      header: columns.spread,
      unit: units.quote,
      unitOf: quoteOfRow,
      size: 128,
      show: (value, row) => priceFigure(value, { pricePrecision: places(row), quantityPrecision: null }, text),
      text,
    }),
  );
  const spreadBasisPoints = derived(
    decimalColumn<TickerRow>((row) => figuresOf(row).spreadBasisPoints, {
      id: 'spreadBasisPoints',
      header: columns.spread,
      unit: units.basisPoints,
      size: 88,
      show: (value) => (value === null ? text.none : decimalText(value, { minimumPlaces: 2 })),
      text,
    }),
  );
  const trades = decimalColumn<TickerRow>('trades', {
    header: columns.trades,
    size: 88,
    show: (value) => largeFigure(value, text),
    text,
  });

  const isSpot = market === 'spot';
  return [
    helper.accessor('symbol', {
      header: market === 'spot' ? columns.pair : columns.symbol,
      size: 148,
      meta: { sort: 'text', text: (row) => row.symbol },
    }),
    favoriteColumn(options),
    ownColumn(options),
    price('last'),
    changePercent,
    change,
    rangeColumn(text, isLive),
    ...(isSpot ? [price('bid'), price('ask'), spread, spreadBasisPoints] : []),
    basis,
    amount('turnover', units.quote),
    amount('volume', isSpot ? units.base : units.contracts),
    price('high'),
    price('low'),
    price('open'),
    trades,
  ];
}

/** Returns the base currency of a row, the unit of a spot volume. */
function baseOfRow({ symbol }: TickerRow): string {
  return baseOf(symbol);
}

function favoriteColumn({ text, favorites, onFavorite }: TickerColumnsOptions): Column {
  const isFavorite = (row: TickerRow): boolean => favorites.has(row.symbol);
  return helper.accessor((row) => (isFavorite(row) ? 1 : 0), {
    id: 'favorite',
    header: text.columns.favorite,
    size: 44,
    meta: {
      sort: 'number',
      text: (row) => (isFavorite(row) ? '★' : '☆'),
      spoken: (row) => (isFavorite(row) ? text.tickers.isFavorite : text.tickers.isNoFavorite),
      tone: (row) => (isFavorite(row) ? 'warning' : undefined),
      press: (row) => onFavorite(row.symbol),
    },
  });
}

/** Returns the column with the positions, plan orders and price alerts of a symbol. Positions are sorted before plan orders, those before alerts. */
function ownColumn({ text, market, precisionOf, owns }: TickerColumnsOptions): Column {
  return helper.accessor(({ symbol }) => rankOf(owns.of(symbol)), {
    id: 'own',
    header: text.columns.own,
    // With both sides and plan orders, such as “Long 24 · Short 77 · 12 plans”.
    size: 196,
    meta: {
      sort: 'number',
      // An account has only alerts there, so that the column would be nearly empty.
      ...(market === 'spot' && { isHiddenAtFirst: true }),
      isNoDetail: true,
      text: ({ symbol }) => {
        const { positions, plans, alerts } = owns.of(symbol) ?? nothing;
        const rules = precisionOf(symbol);
        const parts = positions.map((position) => positionText(position, rules, text));
        const planWords = text.tickers.ownPlans(plans);
        if (plans > 0) parts.push(owns.arePlansLive ? planWords : text.plans.old(planWords));
        if (alerts > 0) parts.push(text.tickers.ownAlerts(alerts));
        return parts.length === 0 && owns.isUnknown ? text.openPositions.unknown : parts.join(' · ');
      },
      tone: ({ symbol }) => (owns.isUnknown && owns.of(symbol) === undefined ? 'muted' : undefined),
    },
  });
}

const nothing: Own = { positions: [], plans: 0, alerts: 0 };

function rankOf(own: Own | undefined): number {
  if (own === undefined) return 0;
  if (own.positions.length > 0) return 3;
  return own.plans > 0 ? 2 : 1;
}

/** Returns the column with the place of the last price between the low and the high of 24 hours. */
function rangeColumn(text: Text, isLive: boolean): Column {
  const shown = (row: TickerRow): Decimal | null => (isLive ? figuresOf(row).range : null);
  return helper.accessor((row) => figuresOf(row).range, {
    id: 'range',
    header: text.columns.range,
    size: 148,
    meta: {
      align: 'end',
      sort: 'decimal',
      text: (row) => {
        const value = shown(row);
        return value === null ? text.none : text.tickers.percent(value);
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
    },
  });
}

/** Returns the place of the last price in percent, limited to the bar. */
function withinBar(percent: Decimal): number {
  if (compareDecimals(percent, '0') <= 0) return 0;
  return compareDecimals(percent, '100') >= 0 ? 100 : Number(percent);
}

/** Returns the decimal places of prices. The exchange gives them for futures only; a spot pair uses its most precise price. */
function pricePlaces({ market, precisionOf }: TickerColumnsOptions): (row: TickerRow) => number | null {
  if (market === 'spot') return finestPlaces;
  return (row) => precisionOf(row.symbol)?.pricePrecision ?? null;
}

const finestPlaces = perObject(({ last, bid, ask, high, low, open }: TickerRow): number => {
  let places = 0;
  for (const price of [last, bid, ask, high, low, open]) {
    const point = price?.indexOf('.') ?? -1;
    if (price && point >= 0) places = Math.max(places, price.length - point - 1);
  }
  return places;
});
