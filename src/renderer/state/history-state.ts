import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { EventOf } from '../../shared/contract.ts';
import type { HistoryChoices, HistoryList, HistoryState, SyncAction } from '../../shared/history.ts';
import { client, request } from '../api/client.ts';
import { useText } from '../text/use-text.ts';
import { showNotice } from './notice.ts';
import { queryClient } from './queries.ts';
import { Store } from './store.ts';

/** In milliseconds. */
const checkInterval = 30_000;

const stateKey = (account: string, list: HistoryList) => ['history-state', account, list];

/** How often the host has told of each list: what was asked before it told is older than what it told. */
const told = new Map<string, number>();
const timesTold = (account: string, list: HistoryList): number => told.get(`${list} ${account}`) ?? 0;

/** How an account's list stands in the archive; told by the host whenever it changes. */
export function useHistoryState(account: string, list: HistoryList): HistoryState | undefined {
  return useQuery({
    queryKey: stateKey(account, list),
    queryFn: async ({ signal }) => {
      const before = timesTold(account, list);
      const state = await request('readHistoryState', { account, list }, signal);
      const held = queryClient.getQueryData<HistoryState>(stateKey(account, list));
      return held && timesTold(account, list) !== before ? held : state;
    },
    staleTime: Number.POSITIVE_INFINITY,
    // What was told while the line to the host was interrupted is not told again.
    refetchInterval: checkInterval,
  }).data;
}

export function acceptHistoryState(event: EventOf<'historyChanged'>): void {
  // What was sent as JSON has no field that is there and undefined, as the schema's type would allow.
  const state = event as HistoryState;
  told.set(`${state.list} ${state.account}`, timesTold(state.account, state.list) + 1);
  queryClient.setQueryData(stateKey(state.account, state.list), state);
}

/** The values that the fields of an account's list have, for the form of its filter. Read while `enabled`. */
export function useHistoryChoices(account: string, list: HistoryList, enabled: boolean): HistoryChoices | undefined {
  return useQuery({
    queryKey: ['history-choices', account, list],
    queryFn: ({ signal }) => request('readHistoryChoices', { account, list }, signal),
    enabled,
  }).data;
}

/** The unreadable rows of an account's list, as received. Read while `enabled`, and again when `count` changes. */
export function useUnreadableRows({ account, list, unreadable: count }: HistoryState, enabled: boolean) {
  return useQuery({
    queryKey: ['unreadable-rows', account, list, count],
    queryFn: ({ signal }) => request('readUnreadableRows', { account, list }, signal),
    enabled,
  }).data;
}

/** Asks for what is new, for the past, or for quiet; what became of it is told by the list's state. */
export function useSyncHistory(account: string, list: HistoryList): (action: SyncAction) => void {
  const text = useText();
  return useCallback(
    (action) => {
      const before = timesTold(account, list);
      void client.syncHistory({ account, list, action }).then((result) => {
        if (!result.ok) showNotice(text.errors[result.error.code].what);
        else if (timesTold(account, list) === before) queryClient.setQueryData(stateKey(account, list), result.data);
      });
    },
    [account, list, text],
  );
}

/** The latest progress of an export that the host reported. */
export const exportProgress = new Store<EventOf<'exportProgress'> | null>(null);
