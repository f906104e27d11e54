import { useSelector } from '@tanstack/react-store';
import { useEffect, useMemo, useRef } from 'react';
import type { Screen } from '../../shared/choices.ts';
import type { AccountSummary } from '../../shared/contract/accounts.ts';
import { type ArchiveList, archiveLists, type ResultList, resultLists } from '../../shared/trades.ts';
import { useCommands } from '../platform/commands.ts';
import { dialog } from '../platform/dialogs.ts';
import { drillDown, useEndDrillDown } from '../platform/navigation/drill-down.ts';
import { useChangeSettings, useSetting } from '../platform/settings/settings.ts';
import { type Place, PlaceHistory } from './place-history.ts';
import { visit } from './places.ts';

/** Returns the list whose filter a screen uses; `null` for a screen without one. */
function listOf(screen: Screen, resultsOf: ResultList): ArchiveList | null {
  if (screen === 'results') return resultsOf;
  return archiveLists.find((list) => list === screen) ?? null;
}

const everything = {};

/** Mouse buttons of the DOM's MouseEvent. */
const backButton = 3;
const forwardButton = 4;

/** Records the places that the user visits, and returns to them with keys, mouse buttons and the browser's own buttons. */
export function usePlaceHistory(accounts: readonly AccountSummary[], account: AccountSummary): PlaceHistory {
  const screen = useSetting('screen');
  const filters = useSetting('filters');
  const resultsOf = useSetting('resultsOf');
  const change = useChangeSettings();
  const list = listOf(screen, resultsOf);
  const filter = list === null ? null : (filters[list] ?? everything);

  const narrowed = useSelector(drillDown);
  useEndDrillDown(account.id, screen);

  const restore = (place: Place): void => {
    const { account: id, screen: earlier, list: earlierList, filter: before, visit: number } = place;
    const earlierResults = earlier === 'results' ? resultLists.find((each) => each === earlierList) : undefined;
    visit.set(number);
    drillDown.set(place.drillDown);
    change({
      screen: earlier,
      ...(accounts.some((each) => each.id === id) ? { account: id } : {}),
      ...(earlierResults === undefined ? {} : { resultsOf: earlierResults }),
      ...(earlierList !== null && before !== null ? { filters: { [earlierList]: before } } : {}),
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
    () => places.visit({ account: account.id, screen, list, filter, drillDown: narrowed, visit: visit.get() }),
    [places, account.id, screen, list, filter, narrowed],
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
