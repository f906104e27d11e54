/**
 * Random numbers that are functions of a seed and a sequence number, so that every row can be computed again in any
 * order.
 */

/** Murmur3's finalizer. Returns an unsigned 32-bit integer. */
export function mix32(value: number): number {
  let hash = value | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Hashes integers into an unsigned 32-bit integer. A start calls it before it is compiled, so it has no rest parameter. */
export function hash32(first: number, second?: number, third?: number, fourth?: number): number {
  const hash = mixNext(0x2545f491, first);
  if (second === undefined) return hash;
  const next = mixNext(hash, second);
  if (third === undefined) return next;
  const last = mixNext(next, third);
  return fourth === undefined ? last : mixNext(last, fourth);
}

function mixNext(hash: number, part: number): number {
  return mix32(Math.imul(hash, 0x9e3779b1) ^ part);
}

export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let position = 0; position < text.length; position++) {
    hash = Math.imul(hash ^ text.charCodeAt(position), 0x01000193);
  }
  return mix32(hash);
}

/** Converts a hash to a fraction in [0, 1). */
export function fraction(hash: number): number {
  return hash / 0x1_0000_0000;
}

/** The Mulberry32 generator. */
export class RandomStream {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /** Draws a number in [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let value = this.#state;
    value = Math.imul(value ^ (value >>> 15), value | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 0x1_0000_0000;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.next();
  }

  /** Draws an integer from `low` to `high`, both included. */
  integer(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  pick<Item>(items: readonly [Item, ...Item[]]): Item {
    return items[Math.floor(this.next() * items.length)] ?? items[0];
  }

  /** Draws an exponentially distributed number. */
  exponential(mean: number): number {
    return -mean * Math.log(1 - this.next());
  }

  /** Draws a standard normal number (Box-Muller). */
  normal(): number {
    return Math.sqrt(this.exponential(2)) * Math.cos(2 * Math.PI * this.next());
  }
}
