import { queryOptions, useQueries } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { Estimate } from '../../../../shared/risk/estimate.ts';
import { request } from '../../../platform/client.ts';
import { useSameItems } from '../../../platform/use-same-items.ts';
import { useThrottled } from '../../../platform/use-throttled.ts';

/** Milliseconds until a known size is read again. More trades seldom change a size. */
const refetchIntervalMs = 2 * 60_000;
/** Minimum time (ms) between two reads of the unknown sizes while orders are being downloaded. */
const minIntervalMs = 3000;

function contractSize(account: string, symbol: string) {
  return queryOptions({
    queryKey: ['contract-size', account, symbol],
    queryFn: async ({ signal }): Promise<Estimate | null> => {
      const { size, from, to } = await request('readContractSize', { account, symbol }, signal);
      return size === null ? null : { value: size, low: from ?? size, high: to ?? size };
    },
    // A size that is the same after more trades stays the same object.
    structuralSharing: true,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: refetchIntervalMs,
  });
}

/** Observed size of a contract of a symbol in an account; `null` if the trades do not show it, `undefined` until it has been read. */
export type ContractSizeOf = (account: string, symbol: string) => Estimate | null | undefined;

/**
 * Reads the contract sizes of the symbols, each given as an account and a symbol. `version`: changes with the orders, of which more may
 * make a size known.
 */
export function useContractSizes(
  symbols: readonly { account: string; symbol: string }[],
  version: string,
): ContractSizeOf {
  const keys = useSameItems([...new Set(symbols.map(({ account, symbol }) => `${account} ${symbol}`))]);
  const wanted = useMemo(
    () => keys.map((key) => [key.slice(0, key.indexOf(' ')), key.slice(key.indexOf(' ') + 1)] as const),
    [keys],
  );
  const reads = useQueries({ queries: wanted.map(([account, symbol]) => contractSize(account, symbol)) });
  const slowVersion = useThrottled(version, minIntervalMs);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version reads what was unknown before
  useEffect(() => {
    for (const { data, refetch } of reads) if (data === null) void refetch();
  }, [slowVersion]);
  const sizes = useSameItems(reads.map(({ data }) => data));
  return useMemo(() => {
    const sizeOf = new Map(keys.map((key, place) => [key, sizes[place]]));
    return (account, symbol) => sizeOf.get(`${account} ${symbol}`);
  }, [keys, sizes]);
}
