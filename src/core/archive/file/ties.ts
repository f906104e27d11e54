/** A row among those of one margin mode that were created in the same millisecond. */
export interface TiedRow {
  readonly number: number;
  readonly tie: number;
}

/**
 * Which rows get which tie, so that they are in the order given (the newest first): rows from the lowest up keep theirs as long as
 * it is above all before. Answers only those that change.
 */
export function changedTies(order: readonly TiedRow[]): Map<number, number> {
  const changed = new Map<number, number>();
  let last = Number.NEGATIVE_INFINITY;
  for (const { number, tie } of order.toReversed()) {
    const own = Math.max(tie, last + 1);
    if (own !== tie) changed.set(number, own);
    last = own;
  }
  return changed;
}

/**
 * The order of the rows when that of some of them is known (`chain`, the newest first): every other one stays below all that it
 * was below. `others` are in the order that they had.
 */
export function mergeOrder<Row extends TiedRow>(chain: readonly Row[], others: readonly Row[]): Row[] {
  const order: Row[] = [];
  let next = 0;
  for (const other of others) {
    const above = chain.findLastIndex((row) => row.tie > other.tie) + 1;
    while (next < above) order.push(...chain.slice(next, ++next));
    order.push(other);
  }
  return [...order, ...chain.slice(next)];
}

/**
 * The order of the rows when a list of some of them is known, new ones among them: the others stay where they are, and each new
 * one comes next to its neighbour in the list.
 */
export function insertOrder<Row extends TiedRow>(known: readonly Row[], list: readonly Row[]): Row[] {
  const order = [...known];
  list.forEach((row, place) => {
    if (order.includes(row)) return;
    const newer = list[place - 1];
    const older = list.slice(place + 1).find((candidate) => order.includes(candidate));
    if (newer !== undefined) order.splice(order.indexOf(newer) + 1, 0, row);
    else if (older !== undefined) order.splice(order.indexOf(older), 0, row);
    else order.push(row);
  });
  return order;
}
