import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { HistoryFilter } from '../../../shared/history.ts';
import { request } from '../../api/client.ts';

/** Milliseconds between two questions while new orders come in by the thousand. */
const shortestInterval = 1000;

interface ResultsQuestion {
  account: string;
  filter: HistoryFilter;
  /** An IANA name. */
  zone: string;
  /** That of the most orders where it is `null`, or where no order has it. */
  quote: string | null;
}

/** The results, asked for anew when the archive's list is of a later version than they are. */
export function useResults({ account, filter, zone, quote }: ResultsQuestion, version: number | undefined) {
  const query = useQuery({
    queryKey: ['results', account, filter, zone, quote],
    queryFn: ({ signal }) =>
      request('readResults', { account, filter, zone, ...(quote === null ? {} : { quote }) }, signal),
    placeholderData: keepPreviousData,
  });
  const { data, isFetching, isError, dataUpdatedAt, refetch } = query;
  const outdated = version !== undefined && data !== undefined && data.version < version;
  useEffect(() => {
    if (!outdated || isFetching || isError) return;
    const timer = window.setTimeout(refetch, Math.max(0, dataUpdatedAt + shortestInterval - Date.now()));
    return () => window.clearTimeout(timer);
  }, [outdated, isFetching, isError, dataUpdatedAt, refetch]);
  return query;
}
