import type { Timestamp } from '../../../shared/domain.ts';
import { formatTimestamp } from '../../../shared/time.ts';
import { StatusLine } from '../../components/screen/StatusLine.tsx';
import { UnreadableRows } from '../../components/screen/UnreadableRows.tsx';
import { resortIntervalMs } from '../../model/stable-sort.ts';
import { useTimeZone } from '../../state/time-zone.ts';
import type { AccountPlans } from '../../state/use-plan-rows.ts';
import type { StableSort } from '../../state/use-stable-sort.ts';
import { useText } from '../../text/use-text.ts';
import { fetchedAtOf } from './plan-facts.ts';

/** Milliseconds after which an order would have been made anew, had the pointer not kept it as it is. */
const heldAfter = 2 * resortIntervalMs;

interface PlansStatusProps {
  shown: number;
  total: number;
  parts: readonly AccountPlans[];
  isLive: boolean;
  isNearestFirst: boolean;
  order: StableSort<string[]>;
}

export function PlansStatus({ shown, total, parts, isLive, isNearestFirst, order }: PlansStatusProps) {
  const text = useText();
  const zone = useTimeZone();
  const isHeld = order.isOld && Date.now() - order.madeAt > heldAfter;
  const [only] = parts;
  const fetchedAt = only ? fetchedAtOf(only) : null;
  const unreadable = parts.flatMap(({ plans }) => plans.unreadable);
  const time = (at: Timestamp): string => formatTimestamp(at, zone).slice(-8);
  return (
    <StatusLine>
      <span>{shown === total ? text.status.rows(total) : text.status.of(shown, total)}</span>
      {isNearestFirst && shown > 0 && <span>{text.plans.nearestFirst}</span>}
      {isHeld && isLive && shown > 1 && (
        <span>
          {text.tickers.orderOf(time(order.madeAt))}{' '}
          <button type="button" className="status-button" onClick={order.makeAgain}>
            {text.tickers.sortAgain}
          </button>
        </span>
      )}
      {/* Of several accounts each says it by itself. */}
      {only && parts.length === 1 && !isLive && shown > 0 && (
        <span className="status-warning">
          {only.tickers.fetchedAt === null || fetchedAt === null
            ? text.plans.noPrices
            : text.plans.oldDistances(time(fetchedAt))}
        </span>
      )}
      <UnreadableRows count={unreadable.length} rows={unreadable} />
    </StatusLine>
  );
}
