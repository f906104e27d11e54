import { useRef } from 'react';

// The one way in which rows and lists stay the same objects, so that what depends on them is neither calculated nor drawn again. Answers of the
// host have another one, `structuralSharing` of their query.

export function haveSameItems(some: readonly unknown[], others: readonly unknown[]): boolean {
  if (some.length !== others.length) return false;
  for (let place = 0; place < some.length; place++) if (some[place] !== others[place]) return false;
  return true;
}

/** Returns the previous array while its items are the same, or, with `partsOf`, the parts of each. */
export function useSameItems<Item>(
  items: readonly Item[],
  partsOf: (item: Item) => readonly unknown[] = (item) => [item],
): readonly Item[] {
  const previous = useRef(items);
  const { current } = previous;
  const isSame =
    current === items ||
    (current.length === items.length &&
      items.every((item, place) => haveSameItems(partsOf(item), partsOf(current[place] as Item))));
  if (!isSame) previous.current = items;
  return previous.current;
}

interface Made<Item> {
  parts: readonly unknown[];
  item: Item;
}

/** Makes items from sources. One whose parts are those of before stays the same object, and so does a list of the same items. */
export class SameItems<Item> {
  #made = new Map<string, Made<Item>>();
  #items: readonly Item[] = [];

  /** `partsOf`: all that an item is made of. */
  of<Source, Parts extends readonly unknown[]>(
    sources: readonly Source[],
    keyOf: (source: Source) => string,
    partsOf: (source: Source) => Parts,
    make: (source: Source, parts: Parts) => Item,
  ): readonly Item[] {
    const made = new Map<string, Made<Item>>();
    const items = sources.map((source) => {
      const key = keyOf(source);
      const parts = partsOf(source);
      const before = this.#made.get(key);
      const each = before && haveSameItems(before.parts, parts) ? before : { parts, item: make(source, parts) };
      made.set(key, each);
      return each.item;
    });
    this.#made = made;
    if (!haveSameItems(this.#items, items)) this.#items = items;
    return this.#items;
  }
}
