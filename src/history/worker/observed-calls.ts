import type { Note } from '../../shared/contract/notes.ts';
import type { Observed, ObservedKeys } from '../../shared/contract/observed.ts';
import type { FetchedPage } from '../rows.ts';
import type { HistoryStore } from '../store/history-store.ts';
import type { AddedObserved, ObservedFrom } from './protocol.ts';

/** Orders and plan orders of a part. */
const itemsPerPart = 500;

/** Returns the next part of what this computer has seen. `from`: `null` for the first part. */
export function observedPart(
  store: HistoryStore,
  from: ObservedFrom | null,
): { observed: Observed; next: ObservedFrom | null } {
  const { orders: ofOrders, plans: ofPlans } = from ?? { orders: 0, plans: 0 };
  const { orders, next: nextOrders } =
    ofOrders === null ? { orders: [], next: null } : store.observedOrders(ofOrders, itemsPerPart);
  const { plans, next: nextPlans } =
    ofPlans === null ? { plans: [], next: null } : store.read(({ lives }) => lives.observed(ofPlans, itemsPerPart));
  const watches = from === null ? store.read(({ lives }) => lives.watches()) : [];
  const isLast = nextOrders === null && nextPlans === null;
  return { observed: { orders, plans, watches }, next: isLast ? null : { orders: nextOrders, plans: nextPlans } };
}

/** See `ArchiveCalls.addObserved`. `savePage`: stores an order that is missing. */
export function addObserved(
  store: HistoryStore,
  { observed, notes, isTrial }: { observed: Observed; notes: readonly Note[]; isTrial: boolean },
  savePage: (page: FetchedPage) => void,
): AddedObserved {
  const unseen = store.unseen(observed);
  const newNotes = notes.filter(({ kind, id }) => !store.notes.texts(kind, [id]).has(id));
  if (!isTrial) {
    for (const { order } of unseen.orders) {
      const { id, marginMode, symbol, createdAt } = order;
      if (store.row('order-history', order.key) !== null) continue;
      const entries = [{ id, row: order }];
      savePage({ list: 'order-history', marginMode, from: null, symbol, entries, fetchedAt: createdAt });
    }
    store.addObserved(unseen);
    store.notes.set(newNotes);
  }
  return { keys: keysOf(unseen), notes: newNotes };
}

/** See `ArchiveCalls.removeObserved`. */
export function removeObserved(store: HistoryStore, { keys, notes }: AddedObserved): void {
  store.removeObserved(keys);
  const unchanged = notes.filter(({ kind, id, text }) => store.notes.texts(kind, [id]).get(id) === text);
  store.notes.set(unchanged.map((note) => ({ ...note, text: '' })));
}

function keysOf({ orders, plans, watches }: Observed): ObservedKeys {
  return {
    orders: orders.map(({ order }) => order.key),
    plans: plans.map(({ key }) => key),
    watches: watches.map(({ from }) => from),
  };
}
