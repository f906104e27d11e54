import { memo } from 'react';
import type { AccountSummary } from '../../../shared/contract/accounts.ts';
import { formatDataTime } from '../../../shared/time/time.ts';
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
  const asOf = checkedAt === null ? words.derived : words.asOf(formatDataTime(checkedAt, zone));
  return (
    <>
      {(isRead || hasFailed) && (
        <span>
          {asOf} <Hint>{words.explained}</Hint>
        </span>
      )}
      {notes !== '' && (
        <span className="positions-missing" title={notes}>
          {notes}
        </span>
      )}
    </>
  );
});
