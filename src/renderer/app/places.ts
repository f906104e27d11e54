import { createAtom } from '@tanstack/react-store';
import type { SettingsChange } from '../../shared/contract/settings.ts';
import { openNewAlert } from '../domain/alerts/alerts.ts';
import { openDialog } from '../platform/dialogs.ts';
import type { Place } from '../platform/navigation/go-to.ts';
import { pendingRow, pendingSymbol } from '../platform/navigation/pending.ts';

type Change = (change: SettingsChange) => void;
type Open<Kind extends Place['kind']> = (place: Extract<Place, { kind: Kind }>, change: Change) => void;

/** Number of the visit on the screen. A new number is a new entry for Back and Forward, also on the same screen. */
export const visit = createAtom(0);

let lastVisit = 0;

/** How each kind of place is shown. */
const opens: { readonly [Kind in Place['kind']]: Open<Kind> } = {
  screen: ({ account, screen, row }, change) => {
    change({ account, screen });
    // After the change, so that the screen that is being left has no pending row.
    if (row !== undefined) pendingRow.set({ account, screen, row });
  },
  list: ({ account, list, filter }, change) => {
    visit.set(++lastVisit);
    change({ account, screen: list, filters: { [list]: filter } });
  },
  'open-plans': ({ account, symbol }, change) => {
    change({ account, screen: 'open-plans', marginMode: 'all' });
    pendingSymbol.set(symbol);
  },
  'new-alert': ({ account, market, symbol, level }) => openNewAlert(symbol, level, { account, market }),
  accounts: ({ account }, change) => {
    change({ account });
    openDialog('accounts');
  },
};

/** Shows a place in this page. */
export function openPlace(place: Place, change: Change): void {
  (opens[place.kind] as Open<Place['kind']>)(place as never, change);
}
