import type { Decimal, Timestamp } from '../../../../shared/values/domain.ts';

export interface PricePoint {
  at: Timestamp;
  price: Decimal;
}

/**
 * A letter from A to Z separates time and price. It stands for the number of characters shared with the price before.
 */
const noneShared = 'A'.charCodeAt(0);
const maxShared = 25;

/**
 * Packs points, in their order, into one text that holds the difference to the point before. Objects would take ten
 * times the memory for 1,500 symbols over a day.
 */
export function packPoints(points: readonly PricePoint[], after: PricePoint = { at: 0, price: '' }): string {
  const texts: string[] = [];
  let before = after;
  for (const point of points) {
    const shared = sharedStart(before.price, point.price);
    const sign = String.fromCharCode(noneShared + shared);
    texts.push(`${(point.at - before.at).toString(36)}${sign}${point.price.slice(shared)}\n`);
    before = point;
  }
  return texts.join('');
}

export function unpackPoints(packed: string): PricePoint[] {
  let before: PricePoint = { at: 0, price: '' };
  return packed
    .split('\n')
    .slice(0, -1)
    .map((text) => {
      const end = text.search(/[A-Z]/);
      const at = before.at + Number.parseInt(text.slice(0, end), 36);
      before = { at, price: before.price.slice(0, text.charCodeAt(end) - noneShared) + text.slice(end + 1) };
      return before;
    });
}

function sharedStart(one: string, other: string): number {
  const max = Math.min(maxShared, one.length, other.length);
  let shared = 0;
  while (shared < max && one[shared] === other[shared]) shared++;
  return shared;
}
