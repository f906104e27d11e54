import { useQuery } from '@tanstack/react-query';
import type { UnwatchedAccount } from '../../../shared/contract/alerts.ts';
import { request } from '../../platform/client.ts';
import { pushedByHost, putQueryData } from '../../platform/query-client.ts';

const unwatchedKey = ['unwatched'];
const none: readonly UnwatchedAccount[] = [];

/** Accounts whose plan orders the program does not watch at the moment, although it should. */
export function useUnwatched(): readonly UnwatchedAccount[] {
  const queryFn = () => request('readUnwatched', {});
  return useQuery({ queryKey: unwatchedKey, queryFn, ...pushedByHost }).data ?? none;
}

export function acceptUnwatched(unwatched: UnwatchedAccount[]): void {
  putQueryData(unwatchedKey, unwatched);
}
