import { useMemo } from 'react';
import type { TableColumn } from '../../ui/table/column.ts';

/** Widths of the symbol column in CSS pixels. A hostile name must not fill the table. */
const [minSize, maxSize] = [132, 260];
/** Padding of a cell and room for rounding, in CSS pixels. */
const margin = 22;

/** Where the tab keeps the widest column so far. */
const keptName = 'symbol-size';

/**
 * Returns the width of the symbol column for the longest of the symbols, which line breaks separate. The column never gets
 * narrower while the tab is open, so that it does not move the others when the symbols of an account are read.
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
  const canvas = document.createElement('canvas').getContext('2d');
  if (!canvas) return minSize;
  canvas.font = getComputedStyle(document.body).font;
  const widest = symbols.reduce((most, symbol) => Math.max(most, canvas.measureText(symbol).width), 0);
  return Math.min(maxSize, Math.max(minSize, Math.ceil(widest) + margin));
}
