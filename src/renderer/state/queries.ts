import { QueryClient, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { AccountSummary, SymbolRules } from '../../shared/domain.ts';
import { request } from '../api/client.ts';
import type { RulesOf } from '../format/figures.ts';
import { useText } from '../text/use-text.ts';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Who repeats a question, and when, is decided here by each screen; the figures carry their age in the meantime.
      retry: false,
      refetchOnWindowFocus: false,
      networkMode: 'always',
      structuralSharing: false,
    },
  },
});

/** Milliseconds after which rules that could not be read are asked for again. */
const retryInterval = 3000;
const ruleLifetime = 10 * 60_000;

/** The demo account, which nobody has named, has its name in the reader's language. */
export function useAccounts() {
  const text = useText();
  const select = useCallback(
    (accounts: AccountSummary[]) =>
      accounts.map((account) => (account.kind === 'demo' ? { ...account, name: text.account.demoName } : account)),
    [text],
  );
  return useQuery({ queryKey: ['accounts'], queryFn: () => request('listAccounts', {}), select, staleTime: Infinity });
}

export function acceptAccounts(accounts: AccountSummary[]): void {
  queryClient.setQueryData(['accounts'], accounts);
}

export function useAbout() {
  return useQuery({ queryKey: ['about'], queryFn: () => request('readAbout', {}), staleTime: Infinity });
}

export function useSymbolRules(account: string) {
  return useQuery({
    queryKey: ['symbol-rules', account],
    queryFn: ({ signal }) => request('readSymbolRules', { account }, signal),
    staleTime: ruleLifetime,
    refetchInterval: (query) => (query.state.status === 'error' ? retryInterval : ruleLifetime),
  });
}

/** The rules of each symbol, as far as the exchange has said them. */
export function useRulesOf(account: string): RulesOf {
  const rules = useSymbolRules(account).data?.rows;
  return useMemo(() => {
    const bySymbol = new Map<string, SymbolRules>(rules?.map((rule) => [rule.symbol, rule]));
    return (symbol) => bySymbol.get(symbol);
  }, [rules]);
}

export function useSymbols(account: string): readonly string[] {
  const rules = useSymbolRules(account).data?.rows;
  return useMemo(() => (rules ?? []).map((rule) => rule.symbol).sort(), [rules]);
}
