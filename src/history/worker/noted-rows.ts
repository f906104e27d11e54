import type { Noted } from '../../shared/contract/notes.ts';
import type { NoteKind } from '../../shared/orders/notes.ts';
import { betweenNotes } from '../store/earlier-notes.ts';
import type { HistoryStore } from '../store/history-store.ts';
import type { Trades } from '../trades/trades.ts';

/** Returns rows with the user's notes on them. */
export function withNotes<Row extends { id: string }>(
  { notes }: HistoryStore,
  kind: Exclude<NoteKind, 'trade'>,
  rows: readonly Row[],
): (Row & Noted)[] {
  const texts = notes.texts(
    kind,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const note = texts.get(row.id);
    return note === undefined ? row : { ...row, note };
  });
}

/** Returns the note on a trade, which has several parts after two trades have become one; '' if there is none. */
export function tradeNote({ notes }: HistoryStore, trades: Trades, trade: number): string {
  const ids = trades.notedOrders(trade);
  if (ids.length === 0) return '';
  const texts = notes.texts('trade', ids);
  return ids.flatMap((id) => texts.get(id) ?? []).join(betweenNotes);
}
