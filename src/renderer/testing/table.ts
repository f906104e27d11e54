import { type Locator, page } from 'vitest/browser';

/** Returns the cells of a column in the table on the screen, from top to bottom. `rows`: selector of the rows. */
export function cellsOf(column: string, rows = '[data-row-id]'): HTMLElement[] {
  const positionOf = ({ parentElement }: HTMLElement) => Number(parentElement?.dataset.position);
  const cells = document.querySelectorAll<HTMLElement>(`${rows} [data-col="${column}"]`);
  return [...cells].sort((a, b) => positionOf(a) - positionOf(b));
}

/** Returns the texts of a column in the table on the screen, from top to bottom. `rows`: selector of the rows. */
export function textsOf(column: string, rows?: string): string[] {
  return cellsOf(column, rows).map(({ textContent }) => textContent ?? '');
}

/** Returns a cell of the table on the screen. Throws if its row is not drawn. */
export function cellAt(position: number, column: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(`[data-position="${position}"] [data-col="${column}"]`);
  if (!found) throw new Error(`The table has no ${column} at ${position}.`);
  return found;
}

export const cell = (position: number, column: string): Locator => page.elementLocator(cellAt(position, column));
