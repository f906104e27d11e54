/** CSS pixels of both paddings of a cell and a header. */
const paddings = 16;
/** CSS pixels of the arrow of a sorted column. */
const sortArrow = 16;

/** Returns the width (CSS pixels) at which a column shows its name and all of its drawn cells whole. 0: the column is not drawn. */
export function fittingWidth(grid: HTMLElement, columnId: string): number {
  const cells = grid.querySelectorAll<HTMLElement>(`[data-col="${CSS.escape(columnId)}"]`);
  return Math.max(0, ...Array.from(cells, (cell) => Math.ceil(contentWidth(cell)) + paddings));
}

/** Returns the width of the texts of a cell, also of those that are cut off. */
function contentWidth(cell: HTMLElement): number {
  if (cell.role !== 'columnheader') return rangeWidth(cell);
  const lines = cell.querySelectorAll('.table-head-text, .table-head-unit');
  return Math.max(0, ...Array.from(lines, rangeWidth)) + (cell.dataset.sorted ? sortArrow : 0);
}

function rangeWidth(element: Element): number {
  const contents = document.createRange();
  contents.selectNodeContents(element);
  return contents.getBoundingClientRect().width;
}
