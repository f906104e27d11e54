import type { Timestamp } from '../../shared/domain.ts';
import type { ModeCoverage } from '../../shared/history.ts';
import { formatTimestamp } from '../../shared/time.ts';
import type { Text } from '../text/use-text.ts';

export interface Coverage {
  /** The exchange has nothing older in either margin mode, and nothing is missing between. */
  complete: boolean;
  /** From when on both margin modes are known, gaps aside; `null` where all is known or nothing is. */
  backTo: Timestamp | null;
  gaps: number;
  /** There is more of the past that the exchange cannot be asked for. */
  blocked: boolean;
}

/** What is known of a list over its margin modes: it goes back only as far as that which goes back least. */
export function coverageOf(modes: readonly ModeCoverage[]): Coverage {
  const gaps = modes.reduce((sum, mode) => sum + mode.gaps.length, 0);
  const open = modes.filter((mode) => !mode.complete);
  const known = open.flatMap(({ oldest }) => (oldest === null ? [] : [oldest]));
  return {
    complete: modes.length > 0 && open.length === 0 && gaps === 0,
    backTo: known.length > 0 && known.length === open.length ? Math.max(...known) : null,
    gaps,
    blocked: modes.some((mode) => mode.blocked),
  };
}

export function pastText({ complete, backTo }: Coverage, zone: string, text: Text): string {
  if (complete) return text.history.complete;
  if (backTo === null) return text.history.partly;
  return text.history.backTo(formatTimestamp(backTo, zone).slice(0, 10));
}

/** "back to 2025-03-02, 2 gaps" */
export function coverageText(coverage: Coverage, zone: string, text: Text): string {
  const past = pastText(coverage, zone, text);
  return coverage.gaps > 0 ? text.clauses(past, text.history.gaps(coverage.gaps)) : past;
}
