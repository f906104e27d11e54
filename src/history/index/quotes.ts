import { compareTexts } from '../../shared/rows/text-order.ts';
import { quoteOf } from '../../shared/symbols.ts';
import type { CodeColumn } from './code-column.ts';
import type { ListColumns } from './list-columns.ts';
import type { RowMask } from './row-mask.ts';

/** The quote currencies of the filtered rows. */
export interface QuoteCounts {
  /** That with the most rows first, then by text. */
  quotes: { quote: string; rows: number }[];
  /** By code of the symbol: the place in `quotes`, or their number where no filtered row has the symbol's quote. */
  placeOf: Uint32Array;
}

export function countQuotes({ symbol, size }: ListColumns, { bytes }: RowMask): QuoteCounts {
  const rowsOf = rowsByCode(symbol, size, bytes);
  const rows = new Map<string, number>();
  rowsOf.forEach((count, code) => {
    if (count === 0) return;
    const quote = quoteOf(symbol.valueOf(code) ?? '');
    rows.set(quote, (rows.get(quote) ?? 0) + count);
  });
  const quotes = [...rows]
    .map(([quote, count]) => ({ quote, rows: count }))
    .sort((a, b) => b.rows - a.rows || compareTexts(a.quote, b.quote));
  const places = new Map(quotes.map(({ quote }, place) => [quote, place]));
  const placeOf = Uint32Array.from(
    rowsOf,
    (_, code) => places.get(quoteOf(symbol.valueOf(code) ?? '')) ?? quotes.length,
  );
  return { quotes, placeOf };
}

/** Filtered rows with each code. */
export function rowsByCode({ codes, codeCount }: CodeColumn, size: number, bytes: Uint8Array | null): Uint32Array {
  const rows = new Uint32Array(codeCount);
  for (let number = 1; number <= size; number++) {
    const code = codes[number] as number;
    rows[code] = (rows[code] as number) + (bytes ? (bytes[number] as number) : 1);
  }
  return rows;
}
