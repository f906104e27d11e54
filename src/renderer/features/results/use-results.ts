import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { HistoryFilter } from '../../../shared/history.ts';
import { request } from '../../api/client.ts';

/** Minimum time (ms) between two requests while the sync adds orders. */
const minIntervalMs = 1000;

interface ResultsQuery {
  account: string;
  filter: HistoryFilter;
  /** IANA name. */
  zone: string;
  /** `null`, or a currency that no order has, stands for the one with the most orders. */
  quote: string | null;
}

/** The results of a query. They are read again when the list has a newer version. */
export function useResults({ account, filter, zone, quote }: ResultsQuery, version: number | undefined) {
  const query = useQuery({
    queryKey: ['results', account, filter, zone, quote],
    queryFn: ({ signal }) =>
      request('readResults', { account, filter, zone, ...(quote === null ? {} : { quote }) }, signal),
    placeholderData: keepPreviousData,
  });
  const { data, isFetching, isError, dataUpdatedAt, refetch } = query;
  const isOutdated = version !== undefined && data !== undefined && data.version < version;
  useEffect(() => {
    if (!isOutdated || isFetching || isError) return;
    const timer = window.setTimeout(refetch, Math.max(0, dataUpdatedAt + minIntervalMs - Date.now()));
    return () => window.clearTimeout(timer);
  }, [isOutdated, isFetching, isError, dataUpdatedAt, refetch]);
  return query;
}
