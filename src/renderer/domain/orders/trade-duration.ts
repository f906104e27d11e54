import type { Trade } from '../../../shared/contract/trades.ts';
import type { Text } from '../../text/use-text.ts';
import { durationText } from '../../ui/text/duration.ts';

/** Returns the shortest and the longest duration (ms) of a closed trade (docs/trades.md 5); `null` for the longest if it is not known. */
function durationRange({ openedAt, openedBy, closedAt, closedBy }: Trade): { from: number; to: number | null } | null {
  if (closedAt === null) return null;
  return {
    from: openedBy === null ? 0 : Math.max(0, closedAt - openedBy),
    to: closedBy === null ? null : closedBy - openedAt,
  };
}

/** Returns how long a trade took, such as "2 hr" or "2 hr to 9 days"; a dash while it is open. */
export function tradeDuration(trade: Trade, text: Text): string {
  const range = durationRange(trade);
  if (range === null) return text.none;
  const { trades } = text;
  if (trade.duration === null) return trades.durationUnknown;
  const from = durationText(range.from, text);
  if (range.to === null) return range.from < 1000 ? trades.durationUnknown : trades.durationAtLeast(from);
  const to = durationText(range.to, text);
  if (from === to) return from;
  return range.from < 1000 ? trades.durationUpTo(to) : trades.durationRange(from, to);
}
