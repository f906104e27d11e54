type Direction = 'prev' | 'next';

export interface PageRequest {
  /** Sequence number that the page starts after. It need not belong to the list. Default: the end of the list. */
  readonly from: number | undefined;
  readonly direct: Direction;
  readonly limit: number;
}

/**
 * Returns a page (docs/service.md 4.2) of the sequence numbers below `length` that belong to a list: of 1, 2, 3, 4, 5 from 4, `prev` is 3, 2, 1
 * and `next` is 5. Without `from`, `prev` starts at the newest entry and `next` at the oldest.
 */
export function pageOf(
  length: number,
  { from, direct, limit }: PageRequest,
  belongs: (sequence: number) => boolean,
): number[] {
  const step = direct === 'prev' ? -1 : 1;
  const page: number[] = [];
  let sequence = (from ?? (step < 0 ? length : -1)) + step;
  for (; page.length < limit && sequence >= 0 && sequence < length; sequence += step) {
    if (belongs(sequence)) page.push(sequence);
  }
  return page;
}
