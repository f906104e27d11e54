import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ResultsQuery } from './results-basis.ts';

/** Minimum time (ms) between two requests while the sync adds orders. */
const minIntervalMs = 1000;

/**
 * The results of a query; none of `null`. They are read again when the order history has a newer version. `name`: names the list.
 */
export function useResults<Filter, Data extends { version: number }>(
  name: string,
  asked: ResultsQuery<Filter> | null,
  read: (query: ResultsQuery<Filter>, signal: AbortSignal) => Promise<Data>,
  version: number | undefined,
) {
  const query = useQuery({
    queryKey: ['results', name, asked?.account, asked?.filter, asked?.zone, asked?.quote, asked?.rates],
    // In an object, because the compiler cannot tell that the data of any list are no function.
    queryFn: asked === null ? skipToken : async ({ signal }) => ({ results: await read(asked, signal) }),
    placeholderData: keepPreviousData,
  });
  const { data, isFetching, isError, dataUpdatedAt, refetch } = query;
  const isOutdated = version !== undefined && data !== undefined && data.results.version < version;
  useEffect(() => {
    if (!isOutdated || isFetching || isError) return;
    const timer = window.setTimeout(refetch, Math.max(0, dataUpdatedAt + minIntervalMs - Date.now()));
    return () => window.clearTimeout(timer);
  }, [isOutdated, isFetching, isError, dataUpdatedAt, refetch]);
  return { ...query, results: asked === null ? undefined : data?.results };
}
