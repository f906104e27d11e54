import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Connection } from '../../shared/domain.ts';
import { request } from '../api/client.ts';
import { pushedByHost, queryClient } from './queries.ts';

const connectionKey = (account: string) => ['connection', account];

export function connectionOf(account: string) {
  return queryOptions({
    queryKey: connectionKey(account),
    queryFn: () => request('readConnection', { account }),
    staleTime: Number.POSITIVE_INFINITY,
    meta: pushedByHost,
  });
}

/** How the account's line to the exchange is; told by the host whenever it changes. */
export function useConnection(account: string): Connection | undefined {
  return useQuery(connectionOf(account)).data;
}

export function acceptConnection(connection: Connection): void {
  // An answer that is under way may have been made before this.
  void queryClient.cancelQueries({ queryKey: connectionKey(connection.account) });
  queryClient.setQueryData(connectionKey(connection.account), connection);
}
