import { useEffect, useSyncExternalStore } from 'react';
import type { EventOf } from '../../../shared/contract.ts';
import type { LiveList } from '../../../shared/market.ts';
import { client } from '../../api/client.ts';
import type { LiveView } from './live-list-store.ts';
import { LiveLists } from './live-lists.ts';

/** The page's own name for itself: two windows do not take each other's lists away. */
const page = crypto.randomUUID();

const lists = new LiveLists({
  readLive: (question) => client.readLive(question),
  watchMarket: (watched) => client.watchMarket({ page, watched }),
  startTimer: (run, milliseconds) => {
    const timer = window.setTimeout(run, milliseconds);
    return () => window.clearTimeout(timer);
  },
});

document.addEventListener('visibilitychange', () => lists.setInView(document.visibilityState === 'visible'));

export function acceptLiveChange(change: EventOf<'liveChanged'>): void {
  lists.accept(change);
}

/** A live list, kept up to date for as long as the component is there and `enabled`. Its rows are the same objects until they change. */
export function useLive<List extends LiveList>(list: List, account: string, enabled = true): LiveView<List> {
  const { view } = lists.of(list, account);
  useEffect(() => (enabled ? lists.look(list, account) : undefined), [list, account, enabled]);
  return useSyncExternalStore(view.subscribe, view.get);
}

/** Polls now; what came is told like every change. */
export function refreshLive(list: LiveList, account: string): Promise<unknown> {
  return client.refreshLive({ account, list });
}
