import { useEffect, useMemo, useRef } from 'react';
import type { Screen } from '../../shared/choices.ts';
import type { AccountSummary } from '../../shared/domain.ts';
import type { ArchiveList } from '../../shared/trades.ts';
import { useCommands } from '../state/commands.ts';
import { dialog } from '../state/dialogs.ts';
import { type Place, PlaceHistory } from '../state/place-history.ts';
import { useChangeSettings, useSettings } from '../state/settings.ts';
import { visit } from '../state/show-list.ts';

/** The list whose filter a screen uses. */
const listOf: Partial<Record<Screen, ArchiveList>> = {
  'order-history': 'order-history',
  'plan-history': 'plan-history',
  trades: 'trades',
  results: 'order-history',
};

const everything = {};

/** Mouse buttons of the DOM's MouseEvent. */
const backButton = 3;
const forwardButton = 4;

/** Records the places that the user visits, and returns to them with keys, mouse buttons and the browser's own buttons. */
export function usePlaceHistory(accounts: readonly AccountSummary[], account: AccountSummary): PlaceHistory {
  const { screen, filters } = useSettings();
  const change = useChangeSettings();
  const list = listOf[screen];
  const filter = list === undefined ? null : (filters[list] ?? everything);

  const restore = ({ account: id, screen: earlier, filter: before, visit: number }: Place): void => {
    const earlierList = listOf[earlier];
    visit.set(number);
    change({
      screen: earlier,
      ...(accounts.some((each) => each.id === id) ? { account: id } : {}),
      ...(earlierList !== undefined && before !== null ? { filters: { [earlierList]: before } } : {}),
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
