import type { ImportedNotes, Note, NoteOutcome } from '../../shared/contract/notes.ts';
import { OrderglassError } from '../../shared/errors.ts';
import { type HistoryList, historyLists } from '../../shared/history.ts';
import { type HistoryStore, idOf } from '../store/history-store.ts';
import type { IndexedList } from './indexed-list.ts';
import { tradeNote } from './noted-rows.ts';
import type { CallHandlers, CallInput } from './protocol.ts';

type NoteCall = 'planNotes' | 'saveNote' | 'tags' | 'notes' | 'countNotes' | 'importNotes';

/** The lists of an open database. */
export interface OpenNotes {
  readonly store: HistoryStore;
  readonly lists: { readonly [List in HistoryList]: { readonly rows: IndexedList<List> } };
}

/**
 * Returns the handlers of the calls about the user's notes. `use`: runs a call on the open database. `onChange`: called with the list
 * whose rows have other notes.
 */
export function noteCalls(
  use: <Result>(work: (open: OpenNotes) => Result | Promise<Result>) => Promise<Result>,
  onChange: (list: HistoryList) => void,
): Pick<CallHandlers, NoteCall> {
  return {
    planNotes: ({ keys }) =>
      use(({ store }) => {
        const notes = store.notes.texts('plan', keys.map(idOf));
        return keys.flatMap((key) => {
          const text = notes.get(idOf(key));
          return text === undefined ? [] : { key, text };
        });
      }),
    saveNote: (input) =>
      use(async (open) => {
        const list = input.kind === 'plan' ? 'plan-history' : 'order-history';
        const outcome = input.kind === 'trade' ? await saveTradeNote(open, input) : saveRowNote(open, list, input);
        if (outcome.outcome === 'saved') onChange(list);
        return outcome;
      }),
    notes: ({ after, count }) => use(({ store }) => store.notes.page(after, count)),
    countNotes: () => use(({ store }) => store.notes.count()),
    importNotes: ({ notes }) =>
      use((open) => {
        const imported = importNotes(open, notes);
        if (imported.added > 0) for (const list of historyLists) onChange(list);
        return imported;
      }),
    tags: ({ kind }) => use(({ store }) => store.notes.tags(kind)),
  };
}

function saveRowNote(
  { store, lists }: OpenNotes,
  list: HistoryList,
  { kind, key, text, before }: CallInput<'saveNote'>,
): NoteOutcome {
  const id = idOf(key);
  const current = store.notes.texts(kind, [id]).get(id) ?? '';
  if (current !== before && current !== text) return { outcome: 'changed', text: current };
  const note = { kind, id, text };
  store.notes.set([note]);
  lists[list].rows.setNotes([note]);
  return { outcome: 'saved', text };
}

function importNotes({ store, lists }: OpenNotes, notes: readonly Note[]): ImportedNotes {
  const imported = { added: 0, same: 0, kept: 0 };
  const byPlace = new Map<string, Note>();
  for (const note of notes) {
    const { kind, id, text } = note;
    const place = `${kind} ${id}`;
    const stored = byPlace.get(place)?.text ?? store.notes.texts(kind, [id]).get(id);
    imported[stored === undefined ? 'added' : stored === text ? 'same' : 'kept']++;
    if (stored === undefined) byPlace.set(place, note);
  }
  const added = [...byPlace.values()];
  store.notes.set(added);
  lists['order-history'].rows.setNotes(added.filter(({ kind }) => kind !== 'plan'));
  lists['plan-history'].rows.setNotes(added.filter(({ kind }) => kind === 'plan'));
  return imported;
}

/** Stores the note with the first order of the trade, in place of its earlier parts. */
async function saveTradeNote(
  { store, lists }: OpenNotes,
  { kind, key, text, before }: CallInput<'saveNote'>,
): Promise<NoteOutcome> {
  const { rows } = lists['order-history'];
  const trades = await rows.trades();
  const order = store.numberOf('order-history', key);
  const trade = order === null ? 0 : trades.tradeOf(order);
  if (trade === 0) throw new OrderglassError('invalid-input', 'key: no trade contains this order');
  const current = tradeNote(store, trades, trade);
  if (current !== before && current !== text) return { outcome: 'changed', text: current };
  const first = trades.idOfFirstOrder(trade);
  const others = trades.notedOrders(trade).filter((id) => id !== first);
  const notes: Note[] = [...others.map((id) => ({ kind, id, text: '' })), { kind, id: first, text }];
  store.notes.set(notes);
  rows.setNotes(notes);
  return { outcome: 'saved', text };
}
