import { skipToken, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { StatementSpan } from '../../../../shared/contract/fees.ts';
import type { Fees, Rates } from '../../../../shared/orders/fees.ts';
import { request } from '../../../platform/client.ts';
import { keepWhile } from '../../../platform/query-client.ts';
import { useSetting } from '../../../platform/settings/settings.ts';
import { type FeesOf, feesOfPart } from './fees.ts';

/**
 * Returns the fees of parts of a statement; `null` of a part without executed orders, until they are read, and if the user has not entered both
 * rates of the account. `version`: of the order history.
 */
export function useStatementFees(
  account: string,
  zone: string,
  span: StatementSpan | null,
  version: number | undefined,
): (part: FeesOf) => Fees | null {
  const rates = useRates(account);
  const isAsked = span !== null && rates !== undefined && version !== undefined;
  const { data } = useQuery({
    queryKey: ['turnover', account, zone, span, version],
    queryFn: isAsked ? ({ signal }) => request('readTurnover', { account, zone, ...span }, signal) : skipToken,
    placeholderData: keepWhile(['turnover', account, zone, span]),
    gcTime: 10_000,
  });
  if (!isAsked || data === undefined) return () => null;
  return (part) => feesOfPart(data.turnovers, rates, part);
}

/** The fee rates of an account; `undefined` until the user has entered both. */
export function useRates(account: string): Rates | undefined {
  const ratesOf = useRatesOf();
  return useMemo(() => ratesOf(account), [ratesOf, account]);
}

/** Returns the function that returns the fee rates of an account. */
export function useRatesOf(): (account: string) => Rates | undefined {
  const feeRates = useSetting('feeRates');
  return useCallback(
    (account) => {
      const { maker = null, taker = null } = feeRates[account] ?? {};
      return maker === null || taker === null ? undefined : { maker, taker };
    },
    [feeRates],
  );
}
