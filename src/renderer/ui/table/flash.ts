import { compareDecimals } from '../../../shared/values/decimal.ts';
import type { TableColumn } from './column.ts';

export type Flash = 'up' | 'down';

/** Returns whether a figure has risen or fallen; `null` if it is equal, or missing before or after. */
export function flashOf<Row>({ meta, accessorFn }: TableColumn<Row>, before: Row, after: Row): Flash | null {
  if (!meta.flashes || meta.sort !== 'decimal') return null;
  const [from, to] = [accessorFn(before), accessorFn(after)];
  if (from === to || typeof from !== 'string' || typeof to !== 'string') return null;
  const order = compareDecimals(to, from);
  return order === 0 ? null : order > 0 ? 'up' : 'down';
}

/** Duration of a flash (ms). */
const flashTime = 600;
/** Milliseconds between two searches for flashes that have ended. */
const sweepInterval = 150;

/** End times of the current flashes by cell, on the clock of `performance.now`. React and stores know nothing of them: one timer serves all tables. */
const flashing = new Map<HTMLElement, number>();
let sweep = 0;

/**
 * Starts a flash in the cells whose figures have changed. A flash is on or off, because hundreds of fading cells would
 * have the page painted again at every frame.
 */
export function flashCells<Row>(
  cells: readonly HTMLElement[],
  columns: readonly TableColumn<Row>[],
  before: Row,
  after: Row,
): void {
  const until = performance.now() + flashTime;
  for (const [index, column] of columns.entries()) {
    const cell = cells[index];
    const flash = flashOf(column, before, after);
    if (flash === null || cell === undefined) continue;
    if (cell.dataset.flash !== flash) cell.dataset.flash = flash;
    flashing.set(cell, until);
  }
  if (flashing.size > 0 && sweep === 0) sweep = window.setInterval(settle, sweepInterval);
}

/** Ends the flashes of cells that are about to show another row. */
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
