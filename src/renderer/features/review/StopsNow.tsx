import { useReducer } from 'react';
import type { AccountSummary } from '../../../shared/contract/accounts.ts';
import { hasNoStop, hasUnknownStop } from '../../../shared/risk/risk-sums.ts';
import type { Day } from '../../../shared/values/domain.ts';
import { accountNameIn, isJointArchive, type ShownArchive } from '../../domain/accounts/shown-archive.ts';
import { useRulesOfAccounts } from '../../domain/market/symbol-rules.ts';
import { positionRowId } from '../../domain/plans/positions/position-row.ts';
import { areAllKnown } from '../../domain/plans/positions/position-words.ts';
import { usePositionsOf } from '../../domain/plans/positions/positions.ts';
import { positionText } from '../../domain/plans/positions/risk-words.ts';
import { usePositionRows } from '../../domain/plans/positions/use-position-rows.ts';
import { usePlansOf } from '../../domain/plans/use-plan-rows.ts';
import { closeDialog } from '../../platform/dialogs.ts';
import { useGoTo } from '../../platform/navigation/go-to.ts';
import { useSameItems } from '../../platform/same-items.ts';
import { useText } from '../../text/use-text.ts';
import { failureText } from '../../ui/text/failures.ts';

/** Positions that are listed before the user shows all. */
const fewRows = 3;

interface StopsNowProps {
  account: AccountSummary;
  archive: ShownArchive;
  /** The reviewed day, which is said to be another one; `null` for today. */
  pastDay: Day | null;
}

/** The open positions of which no stop is found now, each leading to its plan orders. Stops of earlier days are not known. */
export function StopsNow({ account, archive, pastDay }: StopsNowProps) {
  const text = useText();
  const words = text.review;
  const goTo = useGoTo();
  const accounts = useSameItems(archive.accounts.map(({ id }) => id));
  const parts = usePlansOf(accounts);
  const lists = useSameItems(parts.map(({ plans }) => (plans.fetchedAt === null ? null : plans.rows)));
  const positions = usePositionsOf(accounts, lists);
  const { rulesOf } = useRulesOfAccounts(accounts);
  const failures = accounts.flatMap((id, place) => {
    const failure = parts[place]?.plans.failure;
    if (failure) return [{ id, what: failureText(failure, text).what }];
    return positions[place]?.hasFailed ? [{ id, what: text.openPositions.failed }] : [];
  });
  // Of an account that cannot be read now, nothing is said.
  const rows = usePositionRows(positions, parts, rulesOf).filter((row) =>
    failures.every(({ id }) => id !== row.account),
  );
  const bare = rows.filter(hasNoStop);
  const [isAll, showAll] = useReducer(() => true, false);
  const unknown = rows.filter(hasUnknownStop).length;
  const counts = [
    ...(bare.length > 0 ? [text.risk.withoutStop(bare.length)] : []),
    ...(unknown > 0 ? [text.risk.unknownStops(unknown)] : []),
  ];
  const areRead = accounts.every(
    (id, place) => positions[place]?.book.isRead || failures.some((failure) => failure.id === id),
  );
  const areWhole = areAllKnown(positions, text);
  const { noPositions, noneYet, allHaveStop, allKnownHaveStop } = text.risk;
  const ofAccount = (id: string, sentence: string): string =>
    isJointArchive(archive) ? text.labeled(accountNameIn(archive, id), sentence) : sentence;
  return (
    <section className="review-fact" aria-label={words.stops} title={text.risk.noStopExplained}>
      <h2>{words.stops}</h2>
      {pastDay !== null && <p className="review-when">{words.stopsNotOf(pastDay)}</p>}
      {failures.map(({ id, what }) => (
        <p key={id} data-tone="warning">
          {ofAccount(id, what)}
        </p>
      ))}
      {!areRead && <p>{words.readingPositions}</p>}
      {areRead && rows.length === 0 && failures.length === 0 && <p>{areWhole ? noPositions : noneYet}</p>}
      {areRead && rows.length > 0 && (
        <p>
          {counts.length > 0
            ? counts.reduce(text.clauses)
            : failures.length === 0 && (areWhole ? allHaveStop : allKnownHaveStop)}
        </p>
      )}
      {bare.length > 0 && (
        <ul className="review-positions">
          {bare.slice(0, isAll ? undefined : fewRows).map((row) => (
            <li key={positionRowId(row)}>
              <button
                type="button"
                className="status-button"
                onClick={() => {
                  closeDialog('review');
                  goTo({ kind: 'open-plans', account: account.id, symbol: row.symbol });
                }}
              >
                {row.symbol}
              </button>{' '}
              {ofAccount(row.account, positionText(row, rulesOf(row), text))}
            </li>
          ))}
        </ul>
      )}
      {!isAll && bare.length > fewRows && (
        <button type="button" className="status-button review-more" onClick={showAll}>
          {words.showAll(bare.length)}
        </button>
      )}
    </section>
  );
}
