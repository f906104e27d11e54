import type { ListEntry } from '../../exchange/index.ts';
import type { Note } from '../../shared/contract/notes.ts';
import type { NoteKind } from '../../shared/orders/notes.ts';
import { signOf } from '../../shared/values/decimal.ts';
import type { Account } from '../accounts/accounts.ts';

/** Texts of the notes with which the demo account begins, by the kind of row. */
export type DemoNoteTexts = Readonly<Record<NoteKind, string>>;

/** Rows of a margin mode, the newest first. */
const page = { marginMode: 'isolated', limit: 100 } as const;

/** Returns notes on an order with a loss, on the trade of an order with a profit, and on an open plan order. */
export async function demoNotes(demo: Pick<Account, 'askOrders'>, texts: DemoNoteTexts): Promise<Note[]> {
  const { signal } = new AbortController();
  const [orders, plans] = await Promise.all([
    demo.askOrders((client, options) => client.readOrderHistory(page, options), signal),
    demo.askOrders((client, options) => client.readOpenPlans(page, options), signal),
  ]);
  const newest = orders.entries.flatMap(readable);
  const rows = {
    order: newest.find(({ pnl }) => signOf(pnl ?? '0') === -1),
    trade: newest.find(({ pnl }) => signOf(pnl ?? '0') === 1),
    plan: plans.entries.flatMap(readable)[0],
  };
  return Object.entries(rows).flatMap(([name, row]) => {
    const kind = name as NoteKind;
    return row === undefined ? [] : [{ kind, id: row.id, text: texts[kind] }];
  });
}

function readable<Row>(entry: ListEntry<Row>): Row[] {
  return 'row' in entry ? [entry.row] : [];
}
