/** A row among those of one margin mode and one time of creation. */
export interface TiedRow {
  readonly number: number;
  /** The higher, the newer; `null` for a row that is not stored yet. */
  readonly tie: number | null;
}

/**
 * Where a page's rows of one time belong among the stored rows of that time. `top`: the page shows another time directly before them.
 * `bottom`: they follow an unreadable row of that time. `anchor`: the first known row among them tells; new rows alone go to the top.
 */
export type TiePlace = 'top' | 'bottom' | 'anchor';

/**
 * Orders the rows of one margin mode and one time of creation after a page with some of them. `stored`: rows of that time in the order
 * known before, the newest first. `received`: the page's rows of that time in the service's order, which is contiguous; rows of
 * `stored` may be among them.
 */
export function mergeTiedRows(
  stored: readonly TiedRow[],
  received: readonly TiedRow[],
  place: TiePlace,
): readonly TiedRow[] {
  const inPage = new Set(received.map(({ number }) => number));
  const known = received.find(({ tie }) => tie !== null);
  let end = place === 'bottom' ? stored.length : 0;
  if (known !== undefined && place === 'anchor') end = stored.findIndex(({ number }) => number === known.number);
  const others = (part: readonly TiedRow[]) => part.filter(({ number }) => !inPage.has(number));
  return [...others(stored.slice(0, end)), ...received, ...others(stored.slice(end))];
}

/** Ties that put rows into an order, the newest first. A stored tie that fits is kept. Returns the ties that are new or change. */
export function tiesOf(order: readonly TiedRow[]): Map<number, number> {
  const lastStored = order.findLastIndex(({ tie }) => tie !== null);
  const lowest = order[lastStored]?.tie ?? 1;
  const ties = new Map<number, number>();
  let above = Number.NEGATIVE_INFINITY;
  for (let index = order.length - 1; index >= 0; index--) {
    const row = order[index];
    if (row === undefined) continue;
    const fitting = index > lastStored ? lowest - (index - lastStored) : (row.tie ?? above + 1);
    const tie = Math.max(fitting, above + 1);
    if (tie !== row.tie) ties.set(row.number, tie);
    above = tie;
  }
  return ties;
}
