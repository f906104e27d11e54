import { useQueries } from '@tanstack/react-query';
import { pnlAfter } from '../../../shared/orders/fees.ts';
import { startOfDay } from '../../../shared/time/days.ts';
import { sum } from '../../../shared/values/decimal.ts';
import type { Decimal } from '../../../shared/values/domain.ts';
import { useMayBeUnwatched } from '../../domain/alerts/unwatched.ts';
import { isWholeSince } from '../../domain/orders/coverage/coverage.ts';
import { useRatesOf } from '../../domain/orders/fees/use-fees.ts';
import type { AccountPositions } from '../../domain/plans/positions/positions.ts';
import { request } from '../../platform/client.ts';
import { keepWhile } from '../../platform/query-client.ts';
import { useTimeZone } from '../../platform/settings/settings.ts';
import { useToday } from '../../ui/filter/PeriodChoice.tsx';

const list = 'order-history';

/** The realized PnL of the day in one quote currency, over accounts. */
export interface DayResult {
  readonly quote: string;
  /** What is left after estimated fees: the lowest and the highest amount; before fees, both are the exact sum. */
  readonly ends: readonly [Decimal, Decimal];
  /** True if it is before the fees of an account, whose rates the user has not entered. */
  readonly isBeforeFees: boolean;
  /** False if orders of the day may be missing, or the PnL or the fees of some are not known: the sign is not certain then. */
  readonly isWhole: boolean;
}

export interface DayResults {
  /** That of the most orders first; `null` if they cannot be told, also whether there are none. */
  readonly results: readonly DayResult[] | null;
  /** IDs of the accounts that make them uncertain. */
  readonly lacking: readonly string[];
}

/** Returns the results of today in the user's time zone. */
export function useDayResults(positions: readonly AccountPositions[]): DayResults {
  const zone = useTimeZone();
  const today = useToday();
  const ratesOf = useRatesOf();
  const mayBeUnwatched = useMayBeUnwatched();
  const reads = useQueries({
    queries: positions.map(({ account, history, version }) => {
      const rates = ratesOf(account);
      // During a download, every page changes the history, and hardly one has orders of today. The positions are read seldom then.
      const read = history?.phase === 'backfill' ? (version ?? history.version) : history?.version;
      return {
        queryKey: ['day', account, zone, today, read, rates],
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          request(
            'summarizeHistory',
            { account, list, filter: { created: { from: today, to: today } }, zone, ...(rates && { rates }) },
            signal,
          ),
        enabled: history !== undefined,
        placeholderData: keepWhile(['day', account, zone, today]),
        gcTime: 10_000,
      } as const;
    }),
  });
  const start = startOfDay(today, zone);
  // What was read during a download may be older than the orders of today that are stored by now.
  const isWhole = ({ account, history }: AccountPositions, place: number): boolean =>
    history?.phase !== 'backfill' &&
    isWholeSince(history, start) &&
    !mayBeUnwatched(account) &&
    reads[place]?.data?.unknownPnl === 0;
  const hasFees = (place: number): boolean =>
    reads[place]?.data?.pnl.every(({ fees }) => (fees?.unpriced ?? 0) === 0) === true;
  const areWhole = positions.every(isWhole);
  const lacking = positions
    .filter((each, place) => !isWhole(each, place) || !hasFees(place))
    .map(({ account }) => account);
  const parts = reads.flatMap(({ data }) => data?.pnl ?? []);
  if (reads.some(({ data }) => data === undefined) || (parts.length === 0 && !areWhole))
    return { results: null, lacking };
  const results = [...Map.groupBy(parts, ({ quote }) => quote)].map(([quote, group]) => {
    // An amount after the fees of some accounts only would be neither.
    const isBeforeFees = group.some(({ fees }) => fees === undefined);
    const ends = group.map(({ sum: gross, fees }): readonly [Decimal, Decimal] => {
      const [low = gross, high = low] = fees && !isBeforeFees ? pnlAfter(gross, fees) : [];
      return [low, high];
    });
    return {
      quote,
      ends: ends.reduce(([low, high], each) => [sum(low, each[0]), sum(high, each[1])]),
      isBeforeFees,
      isWhole: areWhole && group.every(({ fees }) => (fees?.unpriced ?? 0) === 0),
    };
  });
  return { results, lacking };
}
