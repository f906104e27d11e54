/** Where the keyboard is. Row -1 is the header. */
export interface ActiveCell {
  row: number;
  column: number;
}

export interface GridExtent {
  rowCount: number;
  columnCount: number;
  /** Rows that fit on the screen. */
  pageRows: number;
}

const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value));

/**
 * The cell that a key leads to, after the ARIA authoring practices for a data grid; `null` for a key that moves nothing.
 * `toEdge` is the Ctrl or Command key.
 */
export function moveActiveCell(from: ActiveCell, key: string, toEdge: boolean, extent: GridExtent): ActiveCell | null {
  const lastRow = extent.rowCount - 1;
  const lastColumn = extent.columnCount - 1;
  const row = (value: number): ActiveCell => ({ ...from, row: clamp(value, -1, lastRow) });
  switch (key) {
    case 'ArrowDown':
      return row(toEdge ? lastRow : from.row + 1);
    case 'ArrowUp':
      return row(toEdge ? Math.min(0, lastRow) : from.row - 1);
    case 'ArrowRight':
      return { ...from, column: toEdge ? lastColumn : clamp(from.column + 1, 0, lastColumn) };
    case 'ArrowLeft':
      return { ...from, column: toEdge ? 0 : clamp(from.column - 1, 0, lastColumn) };
    case 'PageDown':
      return row(from.row + extent.pageRows);
    case 'PageUp':
      return row(Math.max(from.row - extent.pageRows, Math.min(0, lastRow)));
    case 'Home':
      return toEdge ? { row: Math.min(0, lastRow), column: 0 } : { ...from, column: 0 };
    case 'End':
      return toEdge ? { row: lastRow, column: lastColumn } : { ...from, column: lastColumn };
    default:
      return null;
  }
}
