import { ArrowDownNarrowWide, CirclePause } from 'lucide-react';
import { type Text, useText } from '../../text/use-text.ts';
import type { OrderMoves } from '../../ui/table/stable-sort.ts';
import type { SortPause } from './use-open-plans.ts';

interface SortLineProps {
  /** Headers of the columns that the user sorts by; none for the nearest plan orders first. */
  sortedBy: readonly string[];
  pause: SortPause | null;
  onSortAgain: () => void;
}

/** The order of the table, in the status line, so that a pause moves no row under the pointer. */
export function SortLine({ sortedBy, pause, onSortAgain }: SortLineProps) {
  const text = useText();
  const isNearestFirst = sortedBy.length === 0;
  if (pause === null) {
    return (
      <span className="sort-line">
        <ArrowDownNarrowWide size={14} aria-hidden="true" />
        {isNearestFirst ? text.plans.nearestFirst : text.plans.sortedBy(text.enumerated(sortedBy))}
      </span>
    );
  }
  return (
    <span className="sort-line" data-paused="true">
      <CirclePause size={14} aria-hidden="true" />
      <span>{text.plans.sortingPaused[pause.heldBy]}</span>
      <span>
        {isNearestFirst ? movedPlans(pause.moves, text) : text.plans.moved(pause.moves.up + pause.moves.down)}
      </span>
      <button type="button" className="status-button" onClick={onSortAgain}>
        {text.plans.sortAgain}
      </button>
    </span>
  );
}

function movedPlans({ up, down }: OrderMoves, text: Text): string {
  return up > 0 ? text.plans.movedAhead(up) : text.plans.fellBehind(down);
}
