import { useEffect, useMemo, useRef } from 'react';
import type { Screen } from '../../shared/choices.ts';
import type { AccountSummary } from '../../shared/domain.ts';
import type { HistoryFilter, HistoryList } from '../../shared/history.ts';
import type { TradeFilter } from '../../shared/trades.ts';
import { useCommands } from '../state/commands.ts';
import { dialog } from '../state/dialogs.ts';
import { type Place, PlaceHistory } from '../state/place-history.ts';
import { useChangeSettings, useSettings } from '../state/settings.ts';
import { visit } from '../state/show-history.ts';

/** The history list whose filter a screen uses. */
const listOf: Partial<Record<Screen, HistoryList>> = {
  'order-history': 'order-history',
  'plan-history': 'plan-history',
  results: 'order-history',
};

const everything: HistoryFilter = {};

/** Mouse buttons of the DOM's MouseEvent. */
const backButton = 3;
const forwardButton = 4;

/** Records the places that the user visits, and returns to them with keys, mouse buttons and the browser's own buttons. */
export function usePlaceHistory(accounts: readonly AccountSummary[], account: AccountSummary): PlaceHistory {
  const { screen, filters, tradeFilter } = useSettings();
  const change = useChangeSettings();
  const list = listOf[screen];
  const ownFilter = screen === 'trades' ? tradeFilter : null;
  const filter = list === undefined ? ownFilter : (filters[list] ?? everything);

  const restore = ({ account: id, screen: earlier, filter: before, visit: number }: Place): void => {
    const earlierList = listOf[earlier];
    visit.set(number);
    change({
      screen: earlier,
      ...(accounts.some((each) => each.id === id) ? { account: id } : {}),
      ...(earlierList !== undefined && before !== null ? { filters: { [earlierList]: before as HistoryFilter } } : {}),
      ...(earlier === 'trades' && before !== null ? { tradeFilter: before as TradeFilter } : {}),
    });
    dialog.set(null);
  };
  const latest = useRef(restore);
  useEffect(() => {
    latest.current = restore;
  });
  const places = useMemo(
    () => new PlaceHistory({ browser: window.history, restore: (place) => latest.current(place) }),
    [],
  );

  // Not subscribed to the visit, because the settings that belong to a new one arrive in a later render.
  useEffect(
    () => places.visit({ account: account.id, screen, filter, visit: visit.get() }),
    [places, account.id, screen, filter],
  );
  useEffect(() => listen(places), [places]);
  useCommands({ 'go-back': () => places.back(), 'go-forward': () => places.forward() });
  return places;
}

function listen(places: PlaceHistory): () => void {
  const onStep = ({ state }: PopStateEvent): void => void places.stepped(state);
  const protect = (): void => places.protect();
  const onMouseUp = (event: MouseEvent): void => {
    if (event.button !== backButton && event.button !== forwardButton) return;
    // The browser would step as well, and it would leave the program at the first place.
    event.preventDefault();
    if (event.button === backButton) places.back();
    else places.forward();
  };
  const once = { capture: true, once: true };
  window.addEventListener('popstate', onStep);
  window.addEventListener('mouseup', onMouseUp);
  window.addEventListener('pointerdown', protect, once);
  window.addEventListener('keydown', protect, once);
  return () => {
    window.removeEventListener('popstate', onStep);
    window.removeEventListener('mouseup', onMouseUp);
    window.removeEventListener('pointerdown', protect, once);
    window.removeEventListener('keydown', protect, once);
  };
}
