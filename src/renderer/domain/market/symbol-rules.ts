import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { SymbolRules } from '../../../shared/contract/market.ts';
import { request } from '../../platform/client.ts';
import { queryClient } from '../../platform/query-client.ts';
import { useSameItems } from '../../platform/same-items.ts';
import type { RulesOf } from '../../ui/text/figures.ts';
import type { ShownArchive } from '../accounts/shown-archive.ts';

/** Milliseconds until rules that could not be read are requested again. */
const retryIntervalMs = 3000;
/** Milliseconds until rules are read again. */
const refetchIntervalMs = 10 * 60_000;

function symbolRules(account: string) {
  return queryOptions({
    queryKey: ['symbol-rules', account],
    queryFn: ({ signal }) => request('readSymbolRules', { account }, signal),
    staleTime: refetchIntervalMs,
    refetchInterval: (query) => (query.state.status === 'error' ? retryIntervalMs : refetchIntervalMs),
  });
}

/** Reads the rules for a screen that is about to be shown. */
export function readRulesBeforehand(account: string): Promise<void> {
  return queryClient.prefetchQuery(symbolRules(account));
}

export function useSymbolRules(account: string) {
  return useQuery(symbolRules(account));
}

/** Returns the rules of a symbol; `undefined` until they have been read, and for a symbol without rules. */
export function useRulesOf(account: string): RulesOf {
  const rules = useSymbolRules(account).data?.rows;
  return useMemo(() => bySymbol(rules), [rules]);
}

function bySymbol(rules: readonly SymbolRules[] | undefined): RulesOf {
  const known = new Map<string, SymbolRules>(rules?.map((rule) => [rule.symbol, rule]));
  return (symbol) => known.get(symbol);
}

/** The rules and the symbols of several accounts, which may be of different exchanges. */
export function useRulesOfAccounts(accounts: readonly string[]) {
  const queries = useMemo(() => accounts.map(symbolRules), [accounts]);
  const rules = useSameItems(useQueries({ queries }).map(({ data }) => data?.rows));
  return useMemo(() => {
    const ofAccount = new Map(accounts.map((account, position) => [account, bySymbol(rules[position])]));
    return {
      rulesOf: ({ account, symbol }: { account: string; symbol: string }) => ofAccount.get(account)?.(symbol),
      symbols: [...new Set(rules.flatMap((rows) => (rows ?? []).map(({ symbol }) => symbol)))].sort(),
    };
  }, [accounts, rules]);
}

/** The rules and the symbols of the accounts of an archive. A symbol has the rules of the first account whose exchange has the symbol. */
export function useArchiveRules({ accounts }: ShownArchive): { rulesOf: RulesOf; symbols: readonly string[] } {
  const ids = useSameItems(accounts.map(({ id }) => id));
  const { rulesOf, symbols } = useRulesOfAccounts(ids);
  return useMemo(() => {
    const firstRules: RulesOf = (symbol) => {
      for (const account of ids) {
        const rules = rulesOf({ account, symbol });
        if (rules !== undefined) return rules;
      }
      return undefined;
    };
    return { rulesOf: firstRules, symbols };
  }, [ids, rulesOf, symbols]);
}

export function useSymbols(account: string): readonly string[] {
  const rules = useSymbolRules(account).data?.rows;
  return useMemo(() => (rules ?? []).map((rule) => rule.symbol).sort(), [rules]);
}
