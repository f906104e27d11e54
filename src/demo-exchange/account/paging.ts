type Direction = 'prev' | 'next';

export interface PageRequest {
  /** Sequence number that the page starts after. It need not be in the list. Default: the end of the list. */
  readonly from: number | undefined;
  readonly direct: Direction;
  readonly limit: number;
}

/**
 * Returns a page (docs/service.md 4.2) of ascending sequence numbers: of 1, 2, 3, 4, 5 from 4, `prev` is 3, 2, 1 and `next` is 5. Without
 * `from`, `prev` starts at the newest entry and `next` at the oldest. Entries for which `belongs` is false are skipped and do not count.
 */
export function pageOf(
  list: readonly number[],
  { from, direct, limit }: PageRequest,
  belongs: (sequence: number) => boolean = () => true,
): number[] {
  const [step, bound] = direct === 'prev' ? [-1, from ?? Number.POSITIVE_INFINITY] : [1, (from ?? -1) + 1];
  const above = countBelow(list, bound);
  const page: number[] = [];
  for (let index = step < 0 ? above - 1 : above; page.length < limit; index += step) {
    const sequence = list[index];
    if (sequence === undefined) break;
    if (belongs(sequence)) page.push(sequence);
  }
  return page;
}

function countBelow(list: readonly number[], bound: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((list[middle] ?? bound) < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}
