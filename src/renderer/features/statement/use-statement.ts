import { useQuery } from '@tanstack/react-query';
import { useHistoryState } from '../../domain/orders/history-state.ts';
import { request } from '../../platform/client.ts';
import { keepWhile } from '../../platform/query-client.ts';
import { useThrottled } from '../../platform/use-throttled.ts';
import type { DaySpan } from './period.ts';

/** Minimum time (ms) between two requests while orders are coming in. */
const minIntervalMs = 2000;

/** The statement of an account for a span of days, made again when its orders change. Nothing is requested without a span. */
export function useStatement(account: string, span: DaySpan | null, zone: string) {
  const state = useHistoryState(account, 'order-history');
  const version = useThrottled(state?.version, minIntervalMs);
  const subject = JSON.stringify([account, span, zone]);
  return useQuery({
    queryKey: ['statement', subject, version],
    queryFn: ({ signal }) =>
      request('readStatement', { account, from: span?.from ?? '', to: span?.to ?? '', zone }, signal),
    enabled: span !== null && version !== undefined,
    placeholderData: keepWhile(['statement', subject]),
    gcTime: 10_000,
  });
}
