import type { HistoryList } from '../shared/orders/history.ts';
import type { RowsByColumns } from './rows.ts';
import { orderShape, planShape, type RowShape } from './store/row-shapes.ts';
import type { CallInput, CallName, CallOutput } from './worker/protocol.ts';

type ReadRow = CallOutput<'rows'>[number];

const shapes: { readonly [List in HistoryList]: Pick<RowShape<List>, 'rowsOf'> } = {
  'order-history': orderShape,
  'plan-history': planShape,
};

/** Calls `rows`. The rows cross the threads by columns, unless one of them is odd: objects would take most of the time of an export. */
export async function readRows(
  history: { call<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<CallOutput<Name>> },
  input: CallInput<'rows'>,
): Promise<RowsByColumns<ReadRow>> {
  // Damage, and a lock, are reported by the other call.
  const sent = await history.call('rowColumns', input).catch(() => null);
  const rows = sent && shapes[input.list].rowsOf(sent.columns, input.numbers.length, sent.ofAll);
  if (!rows) return history.call('rows', input);
  for (const [place, facts] of sent.ofSome) Object.assign(rows[place] as ReadRow, facts);
  return rows;
}
