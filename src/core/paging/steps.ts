import { createHash } from 'node:crypto';
import type { OrderList } from '../../exchange/index.ts';
import type { UnreadableRow } from '../../shared/domain.ts';

/**
 * A place in a list from which reading can go on: a row that has an id. Rows without one belong to the next row that has one,
 * for a reader that stops before that row is given them again.
 */
export interface Step<Row> {
  readonly id: string;
  /** `null` where the row has an id but cannot be read. */
  readonly row: Row | null;
  readonly unreadable: readonly UnreadableRow[];
}

export interface PageOfSteps<Row> {
  readonly steps: readonly Step<Row>[];
  /** Whether the page ends with rows that have no id, which belong to the next page's first step. */
  readonly hasRowsWithoutId: boolean;
  /** A row that was there before: the service does not go on from where it was asked to, and could be read round and round. */
  readonly repeated: string | null;
}

/** Enough of an id to know it again, of the same length for any id. */
export function fingerprint(id: string): string {
  return createHash('sha256').update(id).digest('base64url').slice(0, 16);
}

/**
 * The steps of a page that was asked for with `from`. A service that answers the row of `from` itself first is tolerated, and of
 * rows with the same id the first is kept. `isKnown` tells the ids of earlier pages, none of which may come again.
 */
export function stepsOf<Row>(
  list: OrderList<Row>,
  from: string | undefined,
  isKnown: (id: string) => boolean,
): PageOfSteps<Row> {
  const steps: Step<Row>[] = [];
  const idsOfPage = new Set<string>();
  let withoutId: UnreadableRow[] = [];
  for (const entry of list.entries) {
    if (entry.id === null) {
      withoutId.push(entry.unreadable);
      continue;
    }
    const { id } = entry;
    if (id === from && idsOfPage.size === 0) {
      withoutId = [];
    } else if (!idsOfPage.has(id)) {
      if (id === from || isKnown(id)) return { steps, hasRowsWithoutId: false, repeated: id };
      const unreadable = 'row' in entry ? withoutId : [...withoutId, entry.unreadable];
      steps.push({ id, row: 'row' in entry ? entry.row : null, unreadable });
      withoutId = [];
    }
    idsOfPage.add(id);
  }
  return { steps, hasRowsWithoutId: withoutId.length > 0, repeated: null };
}
