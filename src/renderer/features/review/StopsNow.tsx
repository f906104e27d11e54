import { useMemo } from 'react';
import { hasNoStop, hasUnknownStop } from '../../../shared/risk/risk-sums.ts';
import type { Day } from '../../../shared/values/domain.ts';
import { useRulesOfAccounts } from '../../domain/market/symbol-rules.ts';
import { positionRowId } from '../../domain/plans/positions/position-row.ts';
import { usePositionsOf } from '../../domain/plans/positions/positions.ts';
import { positionText } from '../../domain/plans/positions/risk-words.ts';
import { usePositionRows } from '../../domain/plans/positions/use-position-rows.ts';
import { usePlanRows } from '../../domain/plans/use-plan-rows.ts';
import { closeDialog } from '../../platform/dialogs.ts';
import { useGoTo } from '../../platform/navigation/go-to.ts';
import { useSameItems } from '../../platform/same-items.ts';
import { useText } from '../../text/use-text.ts';
import { failureText } from '../../ui/text/failures.ts';

interface StopsNowProps {
  account: string;
  /** The reviewed day, which is said to be another one; `null` for today. */
  pastDay: Day | null;
}

/** The open positions of which no stop is found now, each leading to its plan orders. Stops of earlier days are not known. */
export function StopsNow({ account, pastDay }: StopsNowProps) {
  const text = useText();
  const words = text.review;
  const goTo = useGoTo();
  const plans = usePlanRows(account);
  const accounts = useMemo(() => [account], [account]);
  const { fetchedAt, failure } = plans.plans;
  const isRead = fetchedAt !== null;
  const positions = usePositionsOf(accounts, useSameItems([isRead ? plans.plans.rows : null]));
  const { rulesOf } = useRulesOfAccounts(accounts);
  const rows = usePositionRows(positions, [plans], rulesOf);
  const bare = rows.filter(hasNoStop);
  const unknown = rows.filter(hasUnknownStop).length;
  const areRead = isRead && positions.every(({ book, hasFailed }) => book.isRead || hasFailed);
  return (
    <section className="review-fact" aria-label={words.stops} title={text.risk.noStopExplained}>
      <h2>{words.stops}</h2>
      {pastDay !== null && <p className="review-when">{words.stopsNotOf(pastDay)}</p>}
      {failure && <p data-tone="warning">{failureText(failure, text).what}</p>}
      {!failure && !areRead && <p>{words.readingPositions}</p>}
      {areRead && rows.length === 0 && <p>{text.risk.noPositions}</p>}
      {areRead && rows.length > 0 && (
        <p>
          {bare.length > 0
            ? text.risk.withoutStop(bare.length)
            : unknown > 0
              ? text.risk.unknownStops(unknown)
              : text.risk.allHaveStop}
        </p>
      )}
      {bare.length > 0 && (
        <ul className="review-positions">
          {bare.map((row) => (
            <li key={positionRowId(row)}>
              <button
                type="button"
                className="status-button"
                onClick={() => {
                  closeDialog('review');
                  goTo({ kind: 'open-plans', account, symbol: row.symbol });
                }}
              >
                {row.symbol}
              </button>{' '}
              {positionText(row, rulesOf(row), text)}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
