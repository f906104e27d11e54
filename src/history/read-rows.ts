import type { HistoryList } from '../shared/orders/history.ts';
import { orderShape, planShape, type RowShape } from './store/row-shapes.ts';
import type { RowChunk } from './store/rows-by-columns.ts';
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
): Promise<RowChunk<ReadRow>> {
  // Damage, and a lock, are reported by the other call.
  const sent = await history.call('rowColumns', input).catch(() => null);
  if (sent !== null) {
    const facts = input.numbers.map(() => sent.ofAll);
    for (const [place, own] of sent.ofSome) facts[place] = { ...sent.ofAll, ...own };
    const rows = shapes[input.list].rowsOf(sent, facts);
    if (rows !== null) return rows as RowChunk<ReadRow>;
  }
  return history.call('rows', input);
}
