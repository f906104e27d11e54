import { ArrowDownNarrowWide, CirclePause } from 'lucide-react';
import { type Text, useText } from '../../text/use-text.ts';
import type { OrderMoves } from '../../ui/table/stable-sort.ts';

interface SortLineProps {
  /** Headers of the columns that the user sorts by; none for the nearest plan orders first. */
  sortedBy: readonly string[];
  /** Rows that have left their place while the order is paused; `null` if there are none. */
  waiting: OrderMoves | null;
  onSortAgain: () => void;
}

/** The order of the table. The line always has its place, so that a pause moves no row under the pointer. */
export function SortLine({ sortedBy, waiting, onSortAgain }: SortLineProps) {
  const text = useText();
  const isNearestFirst = sortedBy.length === 0;
  if (waiting === null) {
    return (
      <p className="sort-line">
        <ArrowDownNarrowWide size={14} aria-hidden="true" />
        {isNearestFirst ? text.plans.nearestFirst : text.plans.sortedBy(sortedBy.reduce(text.clauses))}
      </p>
    );
  }
  return (
    <p className="sort-line" data-paused="true">
      <CirclePause size={14} aria-hidden="true" />
      <span>{text.plans.orderPaused}</span>
      <span>{isNearestFirst ? movedPlans(waiting, text) : text.plans.moved(waiting.up + waiting.down)}</span>
      <button type="button" className="status-button" onClick={onSortAgain}>
        {text.plans.sortAgain}
      </button>
    </p>
  );
}

function movedPlans({ up, down }: OrderMoves, text: Text): string {
  return up > 0 ? text.plans.nearer(up) : text.plans.farther(down);
}
