import { useState } from 'react';
import type { AccountSummary } from '../../../shared/contract/accounts.ts';
import { doubtText } from '../../domain/plans/positions/position-words.ts';
import type { AccountPositions } from '../../domain/plans/positions/positions.ts';
import { useTimeZone } from '../../platform/settings/settings.ts';
import { useText } from '../../text/use-text.ts';

interface PositionDoubtsProps {
  accounts: readonly AccountSummary[];
  positions: readonly AccountPositions[];
}

/** Lines above the positions: orders of which it cannot be told what they did. The newest one, until the user asks for all. */
export function PositionDoubts({ accounts, positions }: PositionDoubtsProps) {
  const text = useText();
  const zone = useTimeZone();
  const [isUnfolded, setUnfolded] = useState(false);
  const words = text.openPositions.doubts;
  const doubts = positions.flatMap(({ account, book }) => book.doubts.map((doubt) => ({ account, doubt })));
  if (doubts.length === 0) return null;
  const nameOf = (account: string) => accounts.find(({ id }) => id === account)?.name ?? '';
  return (
    <ul className="position-doubts" aria-label={words.label}>
      {(isUnfolded ? doubts : doubts.slice(0, 1)).map(({ account, doubt }, place) => {
        const sentence = doubtText(doubt, zone, text);
        const shown = accounts.length > 1 ? text.history.gapOf(nameOf(account), sentence) : sentence;
        return (
          <li key={`${account} ${doubt.key ?? place}`}>
            <span title={shown}>{shown}</span>
            {place === 0 && doubts.length > 1 && (
              <button type="button" className="status-button" onClick={() => setUnfolded(!isUnfolded)}>
                {isUnfolded ? words.fewer : words.more(doubts.length - 1)}
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
