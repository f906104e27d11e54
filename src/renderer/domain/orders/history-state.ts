import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { createAtom } from '@tanstack/react-store';
import { useCallback, useMemo } from 'react';
import type { AccountSummary } from '../../../shared/contract/accounts.ts';
import type { HistoryChoices, HistoryState } from '../../../shared/contract/history.ts';
import type { EventOf } from '../../../shared/contract/index.ts';
import type { HistoryList, SyncAction } from '../../../shared/orders/history.ts';
import { accountsIn } from '../../../shared/orders/joint.ts';
import { client, request } from '../../platform/client.ts';
import { noteClock } from '../../platform/exchange-clock.ts';
import { showNotice } from '../../platform/notice.ts';
import { putQueryData, queryClient, readAgain } from '../../platform/query-client.ts';
import { useSameItems } from '../../platform/same-items.ts';
import { whenVisible } from '../../platform/timer.ts';
import { type Text, useText } from '../../text/use-text.ts';
import type { ShownArchive } from '../accounts/shown-archive.ts';
import { jointState } from './joint-state.ts';

/** Milliseconds between two reads, because events are lost while the connection to the host is interrupted. */
const refetchIntervalMs = 30_000;

const stateKey = (account: string, list: HistoryList) => ['history-state', account, list];

function historyState(account: string, list: HistoryList) {
  return queryOptions({
    queryKey: stateKey(account, list),
    queryFn: async ({ signal }) => {
      const state = await request('readHistoryState', { account, list }, signal);
      noteClock(state);
      return state;
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: refetchIntervalMs,
  });
}

/** The state of an account's list in the local history; `undefined` until it has been read. */
export function useHistoryState(account: string, list: HistoryList): HistoryState | undefined {
  return useQuery(historyState(account, list)).data;
}

/** The states of a list of several accounts, in their order. An account's state is read while it is `enabled`. */
export function useHistoryStates(
  accounts: readonly string[],
  list: HistoryList,
  enabled: readonly boolean[],
): readonly (HistoryState | undefined)[] {
  const areEnabled = useSameItems(enabled);
  const queries = useMemo(
    () => accounts.map((account, place) => ({ ...historyState(account, list), enabled: areEnabled[place] === true })),
    [accounts, list, areEnabled],
  );
  return useQueries({ queries }).map(({ data }) => data);
}

/** An account of an archive, and the state of its list; `undefined` until it has been read. */
export interface AccountState {
  account: AccountSummary;
  state: HistoryState | undefined;
}

/** The states of a list of an archive by account, and that of all of them together; `undefined` until all have been read. */
export function useArchiveState({ accounts }: ShownArchive, list: HistoryList) {
  const ids = useMemo(() => accounts.map(({ id }) => id), [accounts]);
  const states = useSameItems(
    useHistoryStates(
      ids,
      list,
      ids.map(() => true),
    ),
  );
  return useMemo(
    () => ({
      parts: accounts.map((account, place): AccountState => ({ account, state: states[place] })),
      state: jointState(states),
    }),
    [accounts, states],
  );
}

/** The lists that have changed while the page was hidden. */
const changedUnseen = new Map<string, readonly string[]>();

/**
 * Shows the state of a list. A hidden page reads it only when it is seen again, because each change of a history makes the page read rows and positions, for
 * which the host loads the whole list.
 */
export function acceptHistoryState(state: EventOf<'historyChanged'>): void {
  const key = stateKey(state.account, state.list);
  noteClock(state);
  if (document.visibilityState !== 'hidden') {
    putQueryData(key, state);
    return;
  }
  if (changedUnseen.size === 0) whenVisible(readUnseen);
  changedUnseen.set(key.join(' '), key);
}

function readUnseen(): void {
  for (const key of changedUnseen.values()) void readAgain(key);
  changedUnseen.clear();
}

/** The values that the rows of an account's list have, for the form of its filter. Read while `enabled`. */
export function useHistoryChoices(account: string, list: HistoryList, enabled: boolean): HistoryChoices | undefined {
  return useQuery({
    queryKey: ['history-choices', account, list],
    queryFn: ({ signal }) => request('readHistoryChoices', { account, list }, signal),
    enabled,
  }).data;
}

/** The unreadable rows of an account's list, as received. Read while `enabled`, and again when their number changes. */
export function useUnreadableRows({ account, list, unreadable }: HistoryState, enabled: boolean) {
  return useQuery({
    queryKey: ['unreadable-rows', account, list, unreadable],
    queryFn: ({ signal }) => request('readUnreadableRows', { account, list }, signal),
    enabled,
  }).data;
}

/** Returns the function that starts, pauses or stops the sync of a list, for all accounts of an archive. */
export function useSyncHistory(archive: string, list: HistoryList): (action: SyncAction) => void {
  const text = useText();
  return useCallback(
    (action) => {
      for (const account of accountsIn(archive)) syncHistory(account, list, action, text);
    },
    [archive, list, text],
  );
}

function syncHistory(account: string, list: HistoryList, action: SyncAction, text: Text): void {
  const key = stateKey(account, list);
  const updates = () => queryClient.getQueryState(key)?.dataUpdateCount;
  const before = updates();
  void client.syncHistory({ account, list, action }).then((result) => {
    if (!result.ok) showNotice(text.errors[result.error.code].what);
    // A state that the host has reported meanwhile may be newer.
    else if (updates() === before) putQueryData(key, result.data);
  });
}

/** The latest progress of an export that the host reported. */
export const exportProgress = createAtom<EventOf<'exportProgress'> | null>(null);
