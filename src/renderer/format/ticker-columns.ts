import { difference, percentChange } from '../../shared/decimal.ts';
import type { Decimal, FuturesTicker } from '../../shared/domain.ts';
import type { TableColumn } from '../components/table/column.ts';
import type { Text } from '../text/use-text.ts';
import { percentText, plainText, priceText, signedText, signTone, volumeText } from './figures.ts';
import { decimalColumn } from './order-columns.ts';

interface Change {
  absolute: Decimal | null;
  percent: Decimal | null;
}

const none: Change = { absolute: null, percent: null };
const changes = new WeakMap<FuturesTicker, Change>();

/** Worked out once a row, however often it is drawn or sorted. */
function changeOf(ticker: FuturesTicker): Change {
  let change = changes.get(ticker);
  if (!change) {
    const { open, last } = ticker;
    change =
      open === null || last === null ? none : { absolute: difference(open, last), percent: percentChange(open, last) };
    changes.set(ticker, change);
  }
  return change;
}

/**
 * Columns of both ticker screens. `pricePlaces` answers the decimal places at which the prices of a row stand;
 * `volumeUnit` is contracts for futures and the base currency for spot.
 */
export function tickerColumns<Row extends FuturesTicker>(
  text: Text,
  pricePlaces: (row: Row) => number | null,
  volumeUnit: string,
) {
  const precision = (row: Row) => ({ pricePrecision: pricePlaces(row), quantityPrecision: null });
  const price = (id: string, header: string, of: (row: Row) => Decimal | null): TableColumn<Row> =>
    decimalColumn({
      id,
      header,
      unit: text.units.quote,
      of,
      show: (value, row) => priceText(value, precision(row), text),
      text,
    });
  const symbol: TableColumn<Row> = {
    id: 'symbol',
    header: text.columns.symbol,
    width: 168,
    text: (row) => row.symbol,
    sort: { kind: 'text', of: (row) => row.symbol },
  };
  return {
    symbol,
    price,
    last: price('last', text.columns.last, (row) => row.last),
    change: decimalColumn<Row>({
      id: 'change',
      header: text.columns.change,
      unit: text.units.quote,
      width: 136,
      of: (row) => changeOf(row).absolute,
      show: (value, row) => signedText(value, text, pricePlaces(row) ?? 2),
      tone: (row) => signTone(changeOf(row).absolute),
      text,
    }),
    changePercent: decimalColumn<Row>({
      id: 'changePercent',
      header: text.columns.changePercent,
      width: 92,
      of: (row) => changeOf(row).percent,
      show: (value) => percentText(value, text),
      tone: (row) => signTone(changeOf(row).absolute),
      text,
    }),
    high: price('high', text.columns.high, (row) => row.high),
    low: price('low', text.columns.low, (row) => row.low),
    open: price('open', text.columns.open, (row) => row.open),
    volume: decimalColumn<Row>({
      id: 'volume',
      header: text.columns.volume,
      unit: volumeUnit,
      width: 164,
      of: (row) => row.volume,
      show: (value) => volumeText(value, text),
      text,
    }),
    turnover: decimalColumn<Row>({
      id: 'turnover',
      header: text.columns.turnover,
      unit: text.units.quote,
      width: 172,
      of: (row) => row.turnover,
      show: (value) => volumeText(value, text),
      text,
    }),
    trades: decimalColumn<Row>({
      id: 'trades',
      header: text.columns.trades,
      width: 96,
      of: (row) => row.trades,
      show: (value) => plainText(value, text),
      text,
    }),
  };
}
