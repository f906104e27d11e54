import { compareDecimals } from '../../../shared/decimal.ts';
import type { TableColumn } from './column.ts';

export type Flash = 'up' | 'down';

/** Whether a figure has risen or fallen; a figure that was not there, or is not any more, has done neither. */
export function flashOf<Row>(column: TableColumn<Row>, before: Row, after: Row): Flash | null {
  if (!column.flashes || column.sort?.kind !== 'decimal') return null;
  const [from, to] = [column.sort.of(before), column.sort.of(after)];
  if (from === to || from === null || to === null) return null;
  const order = compareDecimals(to, from);
  return order === 0 ? null : order > 0 ? 'up' : 'down';
}

/**
 * Lets the cells flash whose figure has changed; `before` is `null` where the element showed another row. The style sheets do the
 * rest: a mark that is another one each time begins its animation anew without the page being laid out.
 */
export function flashCells<Row>(
  element: HTMLElement,
  columns: readonly TableColumn<Row>[],
  before: Row | null,
  after: Row,
): void {
  for (const [place, column] of columns.entries()) {
    if (!column.flashes) continue;
    const cell = element.children[place];
    if (!(cell instanceof HTMLElement)) continue;
    const flash = before === null ? null : flashOf(column, before, after);
    if (flash !== null) cell.dataset.flash = cell.dataset.flash === flash ? `${flash}-again` : flash;
    else if (before === null && cell.dataset.flash) delete cell.dataset.flash;
  }
}
