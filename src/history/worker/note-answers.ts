import type { ImportedNotes, Note, NoteChange, NoteOutcome } from '../../shared/contract/notes.ts';
import { type HistoryList, historyLists } from '../../shared/orders/history.ts';
import { maxNotesPerPart } from '../../shared/orders/notes.ts';
import { OrderglassError } from '../../shared/values/errors.ts';
import { idOf } from '../store/history-store.ts';
import type { Archive, OpenArchive } from './archive.ts';
import { tradeNote } from './noted-rows.ts';
import type { Answers } from './protocol.ts';

/** Returns the answers about the user's notes. */
export function noteAnswers({ use, notesChanged }: Archive) {
  return {
    readPlanNotes: ({ keys }) =>
      use(({ store }) => {
        const notes = store.notes.texts('plan', keys.map(idOf));
        return keys.flatMap((key) => {
          const text = notes.get(idOf(key));
          return text === undefined ? [] : { key, text };
        });
      }),
    saveNote: (change) =>
      use(async (open) => {
        const list = change.kind === 'plan' ? 'plan-history' : 'order-history';
        const outcome = change.kind === 'trade' ? await saveTradeNote(open, change) : saveRowNote(open, list, change);
        if (outcome.outcome === 'saved') notesChanged([list]);
        return outcome;
      }),
    readTags: ({ kind }) => use(({ store }) => store.notes.tags(kind ?? null)),
    listNotes: ({ from }) =>
      use(({ store }) => {
        const notes = store.notes.page(from, maxNotesPerPart);
        const last = notes.at(-1);
        return { notes, next: last === undefined ? null : { kind: last.kind, id: last.id } };
      }),
    countNotes: () => use(({ store }) => ({ notes: store.notes.count() })),
    importNotes: ({ notes }) =>
      use((open) => {
        const imported = importNotes(open, notes);
        if (imported.added > 0) notesChanged(historyLists);
        return imported;
      }),
  } satisfies Partial<Answers>;
}

function saveRowNote(
  { store, lists }: OpenArchive,
  list: HistoryList,
  { kind, key, text, before }: NoteChange,
): NoteOutcome {
  const id = idOf(key);
  const current = store.notes.texts(kind, [id]).get(id) ?? '';
  if (current !== before && current !== text) return { outcome: 'changed', text: current };
  const note = { kind, id, text };
  store.notes.set([note]);
  lists[list].rows.setNotes([note]);
  return { outcome: 'saved', text };
}

function importNotes({ store, lists }: OpenArchive, notes: readonly Note[]): ImportedNotes {
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
  { store, lists }: OpenArchive,
  { kind, key, text, before }: NoteChange,
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
