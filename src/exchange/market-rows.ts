import type { FuturesTicker, SpotTicker, SymbolRules } from '../shared/contract/market.ts';
import { replacement } from '../shared/json/json-repair.ts';
import { isObject, type Part, problemOf, repairOf } from '../shared/json/json-text.ts';
import { FieldReader } from './read-fields.ts';
import type { ReadRow, RowShape } from './result-rows.ts';

/** A trade ID that can be compared with another one. */
const wholeNumber = /^(?:0|[1-9]\d{0,39})$/;

type Fields = Readonly<Record<string, unknown>>;

export const tickerShape: RowShape = { identity: 'symbol', marks: ['data', 'close'] };

export const rulesShape: RowShape = {
  identity: 'symbol',
  marks: ['amount', 'price', 'minQuantity', 'maxQuantity', 'minPrice', 'maxPrice'],
};

/** Reads a futures ticker (docs/service.md 2.6). */
export function readFuturesTicker(part: Part): ReadRow<FuturesTicker> {
  return readTicker(part, (ticker, { id }) => {
    const tradeId = typeof id === 'number' ? String(id) : id;
    if (typeof tradeId === 'string' && wholeNumber.test(tradeId)) ticker.tradeId = tradeId;
    return ticker;
  });
}

/** Reads a spot ticker (docs/service.md 2.5). */
export function readSpotTicker(part: Part): ReadRow<SpotTicker> {
  return readTicker(part, (ticker, statistics, reader) => ({
    ...ticker,
    bid: reader.price('bid', statistics.bid),
    ask: reader.price('ask', statistics.ask),
  }));
}

/** Reads a precision record (docs/service.md 2.7). Its symbol is the record's key, or the field `symbol` in a list. */
export function readSymbolRules(part: Part): ReadRow<SymbolRules> {
  const { key, value, text } = part;
  if (!isObject(value)) return { unreadable: { raw: text, reason: 'not an object' } };
  const damage = problemOf(part);
  if (damage !== null) return { unreadable: { raw: text, reason: damage } };
  const reader = new FieldReader();
  const row: SymbolRules = {
    symbol: reader.identifier('symbol', key ?? value.symbol),
    quantityPrecision: reader.places('amount', value.amount),
    pricePrecision: reader.places('price', value.price),
    minQuantity: reader.decimal('minQuantity', value.minQuantity),
    maxQuantity: reader.decimal('maxQuantity', value.maxQuantity),
    minPrice: reader.decimal('minPrice', value.minPrice),
    maxPrice: reader.decimal('maxPrice', value.maxPrice),
    raw: text,
  };
  return reader.problem === null ? { row } : { unreadable: { raw: text, reason: reader.problem } };
}

/** Reads a ticker. A row with a symbol is a ticker: each other field that cannot be read is unknown, and the row is counted as unreadable, too. */
function readTicker<Ticker extends FuturesTicker>(
  part: Part,
  complete: (ticker: FuturesTicker, statistics: Fields, reader: FieldReader) => Ticker,
): ReadRow<Ticker> {
  const { key, value, text } = part;
  if (!isObject(value)) return { unreadable: { raw: text, reason: 'not an object' } };
  const damage = problemOf(part);
  const statistics = statisticsOf(value);
  if (statistics === null) return { unreadable: { raw: text, reason: 'data: missing or not an object' } };
  const reader = new FieldReader();
  const symbol = reader.identifier('symbol', value.symbol ?? key);
  if (reader.problem !== null) return { unreadable: { raw: text, reason: reader.problem } };
  // What was repaired is no number, and so is unknown.
  if (damage !== null && (damage !== repairOf(part) || symbol.includes(replacement)))
    return { unreadable: { raw: text, reason: damage } };
  const row = complete(
    {
      symbol,
      last: reader.price('close', statistics.close),
      open: reader.price('open', statistics.open),
      high: reader.price('high', statistics.high),
      low: reader.price('low', statistics.low),
      volume: reader.decimal('amount', statistics.amount),
      turnover: reader.decimal('vol', statistics.vol),
      trades: reader.decimal('count', statistics.count),
      raw: text,
    },
    statistics,
    reader,
  );
  const problem = reader.problem ?? damage;
  return problem === null ? { row } : { row, unreadable: { raw: text, reason: problem } };
}

/** Returns the statistics of a ticker: its `data`, or the entry itself if it has no `data`. */
function statisticsOf(entry: Fields): Fields | null {
  if (isObject(entry.data)) return entry.data;
  return entry.data === undefined && Object.hasOwn(entry, 'close') ? entry : null;
}
