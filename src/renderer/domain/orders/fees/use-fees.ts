import { useQuery } from '@tanstack/react-query';
import type { TurnoverOf } from '../../../../shared/contract/fees.ts';
import type { FeeRates } from '../../../../shared/contract/settings.ts';
import type { Decimal } from '../../../../shared/domain.ts';
import { request } from '../../../platform/client.ts';
import { keepWhile } from '../../../platform/query-client.ts';
import { useSetting } from '../../../platform/settings/settings.ts';
import { useThrottled } from '../../../platform/use-throttled.ts';
import { type Fees, type FeesOf, feesOf } from './fees.ts';

/** Minimum time (ms) between two requests while orders are coming in. */
const minIntervalMs = 2000;

/**
 * Returns the fees of parts of what the query sums; `null` of a part without executed orders, until they are read, and if the user has not entered both rates
 * of the account. `version`: of the order history.
 */
export function useFees(
  account: string,
  zone: string,
  of: TurnoverOf | null,
  version: number | undefined,
): (part: FeesOf) => Fees | null {
  const rates = useSetting('feeRates')[account];
  const shown = useThrottled(version, minIntervalMs);
  const isAsked = of !== null && hasBoth(rates) && shown !== undefined;
  const { data } = useQuery({
    queryKey: ['turnover', account, zone, of, shown],
    queryFn: ({ signal }) =>
      request('readTurnover', { account, zone, of: of ?? { kind: 'orders', filter: {} } }, signal),
    enabled: isAsked,
    placeholderData: keepWhile(['turnover', account, zone, of]),
    gcTime: 10_000,
  });
  if (!isAsked || data === undefined) return () => null;
  return (part) => feesOf(data.turnovers, rates, part);
}

function hasBoth(rates: FeeRates | undefined): rates is { maker: Decimal; taker: Decimal } {
  return rates !== undefined && rates.maker !== null && rates.taker !== null;
}
