import { useId, useLayoutEffect, useRef } from 'react';
import type { AccountSummary } from '../../../shared/contract/accounts.ts';
import type { OrderDoubt } from '../../../shared/contract/trades.ts';
import type { PositionSide, Settlement } from '../../../shared/orders/trades.ts';
import { doubtText } from '../../domain/plans/positions/position-words.ts';
import type { AccountPositions } from '../../domain/plans/positions/positions.ts';
import { useTimeZone } from '../../platform/settings/settings.ts';
import { useStoreEntry } from '../../platform/settings/store-entry.ts';
import { useText } from '../../text/use-text.ts';

interface DoubtsToggleProps {
  positions: readonly AccountPositions[];
  isShown: boolean;
  onToggle: () => void;
}

/** Says that there are orders of which it cannot be told what they did to positions, or that the user has settled some. Shows their list. */
export function DoubtsToggle({ positions, isShown, onToggle }: DoubtsToggleProps) {
  const words = useText().openPositions.doubts;
  const count = (of: 'doubts' | 'settled') => positions.reduce((sum, { book }) => sum + book[of].length, 0);
  const [open, settled] = [count('doubts'), count('settled')];
  if (open + settled === 0) return null;
  return (
    <button
      type="button"
      className={open > 0 ? 'status-button status-warning' : 'status-button'}
      aria-expanded={isShown}
      onClick={onToggle}
    >
      {open > 0 ? words.openCount(open) : words.settledCount(settled)}
    </button>
  );
}

interface PositionDoubtsProps {
  accounts: readonly AccountSummary[];
  positions: readonly AccountPositions[];
}

/** The orders of which it cannot be told what they did, for the user to settle, then those that are settled. */
export function PositionDoubts({ accounts, positions }: PositionDoubtsProps) {
  const text = useText();
  const zone = useTimeZone();
  const store = useStoreEntry('settledOrders');
  const id = useId();
  const words = text.openPositions.doubts;
  const listed = positions.flatMap(({ account, book }) =>
    [...book.doubts, ...book.settled].map((doubt) => ({ account, book, doubt })),
  );
  const isSettled = ({ doubt }: (typeof listed)[number]) => doubt.settled !== undefined;
  const openCount = listed.filter((item) => !isSettled(item)).length;
  const list = useRef<HTMLUListElement>(null);
  const acted = useRef<{ row: number; openCount: number } | null>(null);
  const settle = (row: number, account: string, doubt: OrderDoubt, as: Settlement | null): void => {
    acted.current = { row, openCount };
    store(account, doubt.id, as, as && words.done);
  };
  // The row moves to its new place, and takes the focus out of the page: it goes to the row that takes the place.
  useLayoutEffect(() => {
    if (acted.current === null || acted.current.openCount === openCount) return;
    const { row } = acted.current;
    acted.current = null;
    const { activeElement } = document;
    if (activeElement !== document.body && !list.current?.contains(activeElement)) return;
    list.current?.children[row]?.querySelector('button')?.focus();
  });
  const sentenceOf = (account: string, doubt: OrderDoubt): string => {
    const name = accounts.length > 1 ? accounts.find(({ id }) => id === account)?.name : undefined;
    const sentence = doubtText(doubt, zone, text);
    return name === undefined ? sentence : text.history.gapOf(name, sentence);
  };
  const saidOf = ({ settled, excess }: OrderDoubt): string => {
    if (settled !== 'other') return words.saidClosed;
    return excess ? words.saidNoneOpen : words.saidOther;
  };
  return (
    <ul ref={list} className="position-doubts" aria-label={words.label}>
      {listed
        .toSorted((a, b) => Number(isSettled(a)) - Number(isSettled(b)))
        .map(({ account, book, doubt }, row) => (
          <li key={`${account} ${doubt.id}`} data-settled={doubt.settled !== undefined || undefined}>
            <span id={`${id}${row}`}>{sentenceOf(account, doubt)}</span>
            {doubt.settled === undefined ? (
              <>
                {closable(doubt, book.positions).map((side) => (
                  <button
                    key={side}
                    type="button"
                    className="button"
                    aria-describedby={`${id}${row}`}
                    onClick={() => settle(row, account, doubt, `closed-${side}`)}
                  >
                    {words.closed(text.trades.sides[side].toLowerCase())}
                  </button>
                ))}
                <button
                  type="button"
                  className="button"
                  aria-describedby={`${id}${row}`}
                  onClick={() => settle(row, account, doubt, 'other')}
                >
                  {doubt.excess ? words.noneOpen : words.other}
                </button>
              </>
            ) : (
              <>
                <em>{saidOf(doubt)}</em>
                <button
                  type="button"
                  className="button"
                  aria-describedby={`${id}${row}`}
                  onClick={() => settle(row, account, doubt, null)}
                >
                  {text.undo.action}
                </button>
              </>
            )}
          </li>
        ))}
    </ul>
  );
}

/** The sides of the open positions that an order may have closed. */
function closable(
  { excess, symbol, marginMode, at }: OrderDoubt,
  held: AccountPositions['book']['positions'],
): PositionSide[] {
  if (excess || symbol === null || at === null) return [];
  const own = held.filter((position) => position.symbol === symbol && position.marginMode === marginMode);
  return own
    .filter(({ since, incomplete }) => since <= at && incomplete.includes('doubtful-order'))
    .map(({ side }) => side);
}
