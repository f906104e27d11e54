import { memo } from 'react';
import type { AccountSummary } from '../../../shared/contract/accounts.ts';
import { formatDataTime } from '../../../shared/time/time.ts';
import type { Timestamp } from '../../../shared/values/domain.ts';
import { missingHistory } from '../../domain/plans/positions/position-words.ts';
import type { AccountPositions } from '../../domain/plans/positions/positions.ts';
import { useTimeZone } from '../../platform/settings/settings.ts';
import { useText } from '../../text/use-text.ts';
import { Hint } from '../../ui/controls/Hint.tsx';

interface PositionFactsProps {
  accounts: readonly AccountSummary[];
  positions: readonly AccountPositions[];
}

/** What the positions are derived from, and which of them may be missing. */
export const PositionFacts = memo(function PositionFacts({ accounts, positions }: PositionFactsProps) {
  const text = useText();
  const zone = useTimeZone();
  const words = text.openPositions;
  const isRead = positions.every(({ book }) => book.isRead);
  const hasFailed = positions.some((each) => each.hasFailed);
  const [only] = positions;
  const checkedAt = positions.length === 1 ? (only?.history?.checkedAt ?? null) : null;
  const missing = positions.flatMap(({ account, history }) => {
    const ofAccount = missingHistory(history, zone, text);
    if (ofAccount.length === 0) return [];
    const note = ofAccount.reduce(text.sentences);
    const name = accounts.length > 1 ? accounts.find(({ id }) => id === account)?.name : undefined;
    return [name === undefined ? note : text.history.gapOf(name, note)];
  });
  const notes = [...missing, ...(hasFailed ? [words.failed] : [])].reduce(text.sentences, '');
  const isKnown = isRead || hasFailed;
  const asOf = (at: Timestamp | null) => (at === null ? words.derived : words.asOf(formatDataTime(at, zone)));
  return (
    <>
      {/* It takes its room from the start, so that it moves nothing when it comes. */}
      <span className="positions-basis" data-pending={!isKnown || undefined}>
        <span data-room={asOf(positions.length === 1 ? Date.now() : null)}>{isKnown && asOf(checkedAt)}</span>{' '}
        {/* Where the words have no room, the mark has them. */}
        <Hint label={asOf(checkedAt)}>
          <p>{asOf(checkedAt)}</p>
          <p>{words.explained}</p>
        </Hint>
      </span>
      {notes !== '' && (
        <span className="positions-missing" title={notes}>
          {notes}
        </span>
      )}
    </>
  );
});
