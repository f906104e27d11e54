import { useMemo } from 'react';
import { greatest } from '../../../shared/values/extremes.ts';
import type { TableColumn } from '../../ui/table/column.ts';

/** Widths of the symbol column in CSS pixels. A hostile name must not fill the table. */
const [usualSize, maxSize] = [160, 260];
/** Letters of a symbol that fit into the usual width. */
const fittingLetters = 15;
/** Padding of a cell and room for rounding, in CSS pixels. */
const margin = 22;

/** Where the tab keeps the widest column so far. */
const keptName = 'symbol-size';

/**
 * Returns the width of the symbol column for the longest of the symbols, which line breaks separate. The usual width does not wait for the
 * symbols of an account. For longer ones the column gets wider, and never narrower while the tab is open.
 */
export function useSymbolSize(symbols: string): number {
  return useMemo(() => {
    const kept = Number(window.sessionStorage.getItem(keptName));
    const size = sizeFor(symbols.split('\n'));
    if (kept >= size && kept <= maxSize) return kept;
    window.sessionStorage.setItem(keptName, String(size));
    return size;
  }, [symbols]);
}

/** Returns the columns with the given width of the symbol column. */
export function withSymbolSize<Row>(columns: TableColumn<Row>[], size: number): TableColumn<Row>[] {
  return columns.map((column) => (column.id === 'symbol' ? { ...column, size } : column));
}

function sizeFor(symbols: readonly string[]): number {
  const long = symbols.filter(({ length }) => length > fittingLetters);
  const canvas = long.length === 0 ? null : document.createElement('canvas').getContext('2d');
  if (!canvas) return usualSize;
  canvas.font = getComputedStyle(document.body).font;
  const widest = greatest(long.map((symbol) => canvas.measureText(symbol).width));
  return Math.min(maxSize, Math.max(usualSize, Math.ceil(widest) + margin));
}
