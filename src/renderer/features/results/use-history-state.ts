import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { HistoryList, HistoryState } from '../../../shared/history.ts';
import { bridge } from '../../api/bridge.ts';
import { request } from '../../api/client.ts';
import { queryClient } from '../../state/queries.ts';

export function useHistoryState(account: string, list: HistoryList): HistoryState | undefined {
  const queryKey = ['history-state', account, list];
  const query = useQuery({
    queryKey,
    queryFn: () => request('readHistoryState', { account, list }),
    staleTime: Infinity,
  });
  useEffect(
    () =>
      bridge.subscribe((event) => {
        if (event.name !== 'historyChanged' || event.data.account !== account || event.data.list !== list) return;
        queryClient.setQueryData(['history-state', account, list], event.data);
      }),
    [account, list],
  );
  return query.data;
}
