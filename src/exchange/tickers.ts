import type { FuturesTicker, SpotTicker } from '../shared/domain.ts';
import { isObject, type Part } from './json-text.ts';
import { FieldReader } from './read-fields.ts';
import type { ReadRow, RowShape } from './result-rows.ts';

type Statistics = Readonly<Record<string, unknown>>;

export const tickerShape: RowShape = { identity: 'symbol', marks: ['data', 'close'] };

/** A futures ticker entry (service-api.md 2.6). */
export function readFuturesTicker(part: Part): ReadRow<FuturesTicker> {
  return readTicker(part, (ticker) => ticker);
}

/** A spot ticker entry (service-api.md 2.5). */
export function readSpotTicker(part: Part): ReadRow<SpotTicker> {
  return readTicker(part, (ticker, statistics, reader) => ({
    ...ticker,
    bid: reader.decimal('bid', statistics.bid),
    ask: reader.decimal('ask', statistics.ask),
  }));
}

function readTicker<Ticker extends FuturesTicker>(
  { key, value, text }: Part,
  complete: (ticker: FuturesTicker, statistics: Statistics, reader: FieldReader) => Ticker,
): ReadRow<Ticker> {
  if (!isObject(value)) return { unreadable: { raw: text, reason: 'not an object' } };
  const statistics = statisticsOf(value);
  if (statistics === null) return { unreadable: { raw: text, reason: 'data: missing or not an object' } };
  const reader = new FieldReader();
  const row = complete(
    {
      symbol: reader.identifier('symbol', value.symbol ?? key),
      last: reader.decimal('close', statistics.close),
      open: reader.decimal('open', statistics.open),
      high: reader.decimal('high', statistics.high),
      low: reader.decimal('low', statistics.low),
      volume: reader.decimal('amount', statistics.amount),
      turnover: reader.decimal('vol', statistics.vol),
      trades: reader.decimal('count', statistics.count),
      raw: text,
    },
    statistics,
    reader,
  );
  return reader.problem === null ? { row } : { unreadable: { raw: text, reason: reader.problem } };
}

/** The statistics stand in `data`; an entry without it may hold them itself. */
function statisticsOf(entry: Statistics): Statistics | null {
  if (isObject(entry.data)) return entry.data;
  return entry.data === undefined && Object.hasOwn(entry, 'close') ? entry : null;
}
