import { useQuery } from '@tanstack/react-query';
import { useSelector } from '@tanstack/react-store';
import type { UnwatchedAccount } from '../../../shared/contract/alerts.ts';
import { request } from '../../platform/client.ts';
import { hostGone } from '../../platform/host-gone.ts';
import { pushedByHost, putQueryData } from '../../platform/query-client.ts';

const unwatchedKey = ['unwatched'];

/**
 * Accounts whose plan orders the program does not watch at the moment, although it should; `undefined` until they are known, and once the
 * program has stopped.
 */
export function useUnwatched(): readonly UnwatchedAccount[] | undefined {
  const queryFn = () => request('readUnwatched', {});
  const { data } = useQuery({ queryKey: unwatchedKey, queryFn, ...pushedByHost });
  return useSelector(hostGone) ? undefined : data;
}

/** Returns the function that returns false for an account that is known to be watched. */
export function useMayBeUnwatched(): (account: string) => boolean {
  const unwatched = useUnwatched();
  return (id) => unwatched === undefined || unwatched.some(({ account }) => account === id);
}

export function acceptUnwatched(unwatched: UnwatchedAccount[]): void {
  putQueryData(unwatchedKey, unwatched);
}
