import { createAtom } from '@tanstack/react-store';
import type { SettingsChange } from '../../shared/contract/settings.ts';
import type { Screen } from '../../shared/settings/choices.ts';
import { openNewAlert } from '../domain/alerts/alerts.ts';
import { openDialog } from '../platform/dialogs.ts';
import { type DrillDown, drillDown } from '../platform/navigation/drill-down.ts';
import type { Destination } from '../platform/navigation/go-to.ts';
import { pendingRow } from '../platform/navigation/pending.ts';

type Change = (change: SettingsChange) => void;
type Open<Kind extends Destination['kind']> = (
  destination: Extract<Destination, { kind: Kind }>,
  change: Change,
  shown: Screen,
) => void;

/** Number of the visit on the screen. A new number is a new entry for Back and Forward, also on the same screen. */
export const visit = createAtom(0);

/** The highest number so far: Back and Forward set `visit` to an earlier one. */
let lastVisit = 0;

/** How each kind of destination is shown. */
const opens: { readonly [Kind in Destination['kind']]: Open<Kind> } = {
  screen: ({ account, screen, row }, change) => {
    change({ account, screen });
    // After the change, so that the screen that is being left has no pending row.
    if (row !== undefined) pendingRow.set({ account, screen, row });
  },
  list: ({ account, list, filter, from }, change, shown) => {
    const origin = from ?? (shown === list ? null : shown);
    showDrillDown({ screen: list, account, filter, from: origin } as DrillDown);
    change({ account, screen: list });
  },
  'open-plans': ({ account, symbol }, change) => {
    showDrillDown({ screen: 'open-plans', account, symbol });
    change({ account, screen: 'open-plans' });
  },
  'new-alert': ({ account, market, symbol, level }) => openNewAlert(symbol, level, { account, market }),
  accounts: ({ account }, change) => {
    change({ account });
    openDialog('accounts');
  },
};

/** Must precede the change of screen and account, which ends the drill-down of another screen. */
function showDrillDown(next: DrillDown): void {
  visit.set(++lastVisit);
  drillDown.set(next);
}

/** Shows a destination in this page. `shown`: the screen that it shows now. */
export function openDestination(destination: Destination, change: Change, shown: Screen): void {
  (opens[destination.kind] as Open<Destination['kind']>)(destination as never, change, shown);
}
