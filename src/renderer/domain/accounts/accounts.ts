import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { AccountSummary, ConnectionStatus } from '../../../shared/contract/accounts.ts';
import { request } from '../../platform/client.ts';
import { pushedByHost, putQueryData } from '../../platform/query-client.ts';
import { useText } from '../../text/use-text.ts';

const accountsKey = ['accounts'];

export const accountsQuery = queryOptions({
  queryKey: accountsKey,
  queryFn: () => request('listAccounts', {}),
  ...pushedByHost,
});

/** The query of all accounts. The demo account, which has no name of its own, is named in the user's language. */
export function useAccounts() {
  const text = useText();
  const select = useCallback(
    (accounts: AccountSummary[]) =>
      accounts.map((account) => (account.kind === 'demo' ? { ...account, name: text.account.demoName } : account)),
    [text],
  );
  return useQuery({ ...accountsQuery, select });
}

export function acceptAccounts(accounts: AccountSummary[]): void {
  putQueryData(accountsKey, accounts);
}

const connectionKey = (account: string) => ['connection', account];

export function connectionOf(account: string) {
  return queryOptions({
    queryKey: connectionKey(account),
    queryFn: () => request('readConnection', { account }),
    ...pushedByHost,
  });
}

/** The state of an account's connection to the exchange; `undefined` until it has been read. */
export function useConnection(account: string): ConnectionStatus | undefined {
  return useQuery(connectionOf(account)).data;
}

export function acceptConnection(connection: ConnectionStatus): void {
  putQueryData(connectionKey(connection.account), connection);
}
