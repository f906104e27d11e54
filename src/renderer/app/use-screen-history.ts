import { useSelector } from '@tanstack/react-store';
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef } from 'react';
import type { AccountSummary } from '../../shared/contract/accounts.ts';
import { type ArchiveList, archiveLists, type ResultList, resultLists } from '../../shared/orders/trades.ts';
import type { Screen } from '../../shared/settings/choices.ts';
import { useCommands } from '../platform/commands.ts';
import { dialog } from '../platform/dialogs.ts';
import { drillDown, useEndDrillDown } from '../platform/navigation/drill-down.ts';
import { useChangeSettings, useSetting } from '../platform/settings/settings.ts';
import { visit } from './destinations.ts';
import { ScreenHistory, screenOfAddress, type VisitedScreen } from './screen-history.ts';

/** Returns the list whose filter a screen uses; `null` for a screen without one. */
function listOf(screen: Screen, resultsOf: ResultList): ArchiveList | null {
  if (screen === 'results') return resultsOf;
  return archiveLists.find((list) => list === screen) ?? null;
}

const everything = {};

/** Mouse buttons of the DOM's MouseEvent. */
const backButton = 3;
const forwardButton = 4;

/** Records the screens that the user visits, and returns to them with keys, mouse buttons and the browser's own buttons. */
export function useScreenHistory(accounts: readonly AccountSummary[], account: AccountSummary): ScreenHistory {
  const screen = useSetting('screen');
  const filters = useSetting('filters');
  const resultsOf = useSetting('resultsOf');
  const change = useChangeSettings();
  const list = listOf(screen, resultsOf);
  const filter = list === null ? null : (filters[list] ?? everything);

  const narrowed = useSelector(drillDown);
  useEndDrillDown(account.id, screen);

  const restore = (visitedScreen: VisitedScreen): void => {
    const { account: id, screen: earlier, list: earlierList, filter: before, visit: number } = visitedScreen;
    const earlierResults = earlier === 'results' ? resultLists.find((each) => each === earlierList) : undefined;
    visit.set(number);
    drillDown.set(visitedScreen.drillDown);
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
  const visited = useMemo(
    () => new ScreenHistory({ browser: window.history, restore: (earlier) => latest.current(earlier) }),
    [],
  );

  const showAddressed = useEffectEvent((): void => {
    const addressed = screenOfAddress(window.location.hash);
    if (addressed !== null && addressed !== screen) change({ screen: addressed });
  });
  // A bookmark, before the screen of the settings is painted; then addresses that the user types.
  useLayoutEffect(() => {
    showAddressed();
    const onTyped = (): void => {
      if (visited.isTyped()) showAddressed();
    };
    window.addEventListener('hashchange', onTyped);
    return () => window.removeEventListener('hashchange', onTyped);
  }, [visited]);

  // Not subscribed to the visit, because the settings that belong to a new one arrive in a later render.
  useEffect(
    () => visited.visit({ account: account.id, screen, list, filter, drillDown: narrowed, visit: visit.get() }),
    [visited, account.id, screen, list, filter, narrowed],
  );
  useEffect(() => listen(visited), [visited]);
  useCommands({ 'go-back': () => visited.back(), 'go-forward': () => visited.forward() });
  return visited;
}

function listen(visited: ScreenHistory): () => void {
  const onStep = ({ state }: PopStateEvent): void => void visited.stepped(state);
  const protect = (): void => visited.protect();
  const onMouseUp = (event: MouseEvent): void => {
    if (event.button !== backButton && event.button !== forwardButton) return;
    // The browser would step as well, and it would leave the program at the first screen.
    event.preventDefault();
    if (event.button === backButton) visited.back();
    else visited.forward();
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
