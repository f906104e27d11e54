import { queryOptions, useQueries } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { ContractSize, PnlAgreement } from '../../../../shared/contract/trades.ts';
import type { Estimate } from '../../../../shared/risk/estimate.ts';
import { isTold } from '../../../../shared/values/told.ts';
import { request } from '../../../platform/client.ts';
import { useSetting } from '../../../platform/settings/settings.ts';
import { useSameItems } from '../../../platform/use-same-items.ts';
import { useThrottled } from '../../../platform/use-throttled.ts';

/** Milliseconds until a known size is read again. More trades seldom change a size. */
const refetchIntervalMs = 2 * 60_000;
/** Minimum time (ms) between two reads of the unknown sizes while orders are being downloaded. */
const minIntervalMs = 3000;

/** What the trades of a symbol tell of its contract. */
export interface ContractFacts {
  /** `null` if it cannot be told. */
  size: Estimate | null;
  /** What is known of it, to be shown. */
  reading: Omit<ContractSize, 'version' | 'pnl'>;
  /** How often the PnL that is calculated with it agreed with the reported one. */
  agreement: PnlAgreement;
}

function contractFacts(account: string, symbol: string) {
  return queryOptions({
    queryKey: ['contract-size', account, symbol],
    queryFn: async ({ signal }): Promise<ContractFacts> => {
      const { version: _, pnl, ...reading } = await request('readContractSize', { account, symbol }, signal);
      const { size, from, to } = reading;
      const known = isTold(size) ? { value: size, low: from ?? size, high: to ?? size } : null;
      return { size: known, reading, agreement: pnl };
    },
    // A size and an agreement that are the same after more trades stay the same objects.
    structuralSharing: true,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: refetchIntervalMs,
  });
}

/** Facts of a symbol in an account; `undefined` until they have been read. */
export type ContractFactsOf = (account: string, symbol: string) => ContractFacts | undefined;

/**
 * Reads the contract sizes of the symbols, each given as an account and a symbol. `version`: changes with the orders, of which more may
 * make a size known.
 */
export function useContractFacts(
  symbols: readonly { account: string; symbol: string }[],
  version: string,
): ContractFactsOf {
  const keys = useSameItems([...new Set(symbols.map(({ account, symbol }) => `${account} ${symbol}`))]);
  const wanted = useMemo(
    () => keys.map((key) => [key.slice(0, key.indexOf(' ')), key.slice(key.indexOf(' ') + 1)] as const),
    [keys],
  );
  const reads = useQueries({ queries: wanted.map(([account, symbol]) => contractFacts(account, symbol)) });
  const typedSizes = useSetting('contractSizes');
  const slowVersion = useThrottled(version, minIntervalMs);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version, and a typed size, read what was unknown before
  useEffect(() => {
    const hasTyped = Object.keys(typedSizes).length > 0;
    for (const { data, refetch } of reads) if (hasTyped || data?.size === null) void refetch();
  }, [slowVersion, typedSizes]);
  const facts = useSameItems(reads.map(({ data }) => data));
  return useMemo(() => {
    const factsOf = new Map(keys.map((key, place) => [key, facts[place]]));
    return (account, symbol) => factsOf.get(`${account} ${symbol}`);
  }, [keys, facts]);
}
