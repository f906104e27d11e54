import { compareDecimals } from '../../../shared/decimal.ts';
import type { TableColumn } from '../../model/column.ts';

export type Flash = 'up' | 'down';

/** Whether a figure has risen or fallen; a figure that was not there, or is not any more, has done neither. */
export function flashOf<Row>(column: TableColumn<Row>, before: Row, after: Row): Flash | null {
  if (!column.flashes || column.sort?.kind !== 'decimal') return null;
  const [from, to] = [column.sort.of(before), column.sort.of(after)];
  if (from === to || from === null || to === null) return null;
  const order = compareDecimals(to, from);
  return order === 0 ? null : order > 0 ? 'up' : 'down';
}

/** Milliseconds for which a cell shows that its figure has changed. */
const flashTime = 600;
const sweepEvery = 150;

/** The cells that show it at the moment, and until when. */
const flashing = new Map<HTMLElement, number>();
let sweep = 0;

/**
 * Lets the cells flash whose figure has changed. A flash is on or off: hundreds of cells that fade would have the page worked out anew
 * for every frame.
 */
export function flashCells<Row>(
  cells: readonly HTMLElement[],
  columns: readonly TableColumn<Row>[],
  before: Row,
  after: Row,
): void {
  const until = performance.now() + flashTime;
  for (const [place, column] of columns.entries()) {
    const cell = cells[place];
    const flash = flashOf(column, before, after);
    if (flash === null || cell === undefined) continue;
    if (cell.dataset.flash !== flash) cell.dataset.flash = flash;
    flashing.set(cell, until);
  }
  if (flashing.size > 0 && sweep === 0) sweep = window.setInterval(settle, sweepEvery);
}

/** For cells that show another row from now on. */
export function endFlashes(cells: readonly HTMLElement[]): void {
  if (flashing.size === 0) return;
  for (const cell of cells) if (flashing.delete(cell)) delete cell.dataset.flash;
}

function settle(): void {
  const now = performance.now();
  for (const [cell, until] of flashing) {
    if (until > now) continue;
    flashing.delete(cell);
    delete cell.dataset.flash;
  }
  if (flashing.size > 0) return;
  window.clearInterval(sweep);
  sweep = 0;
}
