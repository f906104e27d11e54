import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { request } from '../../../platform/client.ts';
import { keepWhile } from '../../../platform/query-client.ts';

/** Milliseconds between two reads, because an approach to a trigger is no change of a row. */
const readIntervalMs = 5000;

/** The life of a plan order as this computer has seen it. `raw`: the row, whose changes are changes of the life. */
export function usePlanLife(account: string, { key, raw }: { key: string; raw: string }) {
  return useQuery({
    queryKey: ['plan-life', account, key, raw],
    queryFn: ({ signal }) => request('readPlanLife', { account, key }, signal),
    placeholderData: keepWhile(['plan-life', account, key]),
    refetchInterval: readIntervalMs,
    gcTime: 0,
  });
}

/** The plan orders that were waiting on a day in the zone. */
export function usePlansOfDay(account: string, day: string, zone: string) {
  return useQuery({
    queryKey: ['plans-of-day', account, day, zone],
    queryFn: ({ signal }) => request('readPlansOfDay', { account, day, zone }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: readIntervalMs,
    gcTime: 0,
  });
}
