type Direction = 'prev' | 'next';

/** Sequence numbers in ascending order. */
export interface AscendingList {
  readonly length: number;
  at(position: number): number;
}

export interface PageRequest {
  /** Sequence number that the page starts after. It need not be in the list. Default: the end of the list. */
  readonly from: number | undefined;
  readonly direct: Direction;
  readonly limit: number;
}

/**
 * Returns a page (docs/service.md 4.2): of 1, 2, 3, 4, 5 from 4, `prev` is 3, 2, 1 and `next` is 5. Without `from`,
 * `prev` starts at the newest entry and `next` at the oldest. Entries for which `belongs` is false are skipped and do
 * not count.
 */
export function pageOf(
  list: AscendingList,
  { from, direct, limit }: PageRequest,
  belongs: (sequence: number) => boolean = () => true,
): number[] {
  const page: number[] = [];
  if (direct === 'prev') {
    const end = from === undefined ? list.length : countBelow(list, from);
    for (let position = end - 1; position >= 0 && page.length < limit; position--) {
      const sequence = list.at(position);
      if (belongs(sequence)) page.push(sequence);
    }
  } else {
    const start = from === undefined ? 0 : countBelow(list, from + 1);
    for (let position = start; position < list.length && page.length < limit; position++) {
      const sequence = list.at(position);
      if (belongs(sequence)) page.push(sequence);
    }
  }
  return page;
}

function countBelow(list: AscendingList, bound: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (list.at(middle) < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}
