import { notifyManager, QueryClient, queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { AccountSummary, SymbolRules } from '../../shared/domain.ts';
import { request } from '../api/client.ts';
import type { RulesOf } from '../model/figures.ts';
import { useText } from '../text/use-text.ts';
import { useSameItems } from './use-same-items.ts';

// Usually a task of its own: a key pressed before it would act on what is not in force any more.
notifyManager.setScheduler(queueMicrotask);

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

/** Marks what is asked once, because the host tells of each change of it. */
export const pushedByHost = { isToldByHost: true } as const;

/** What the host told while the line to it was cut is not told again: it is asked for. */
export function readMissed(): void {
  void queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.isToldByHost === true });
}

/** Milliseconds after which rules that could not be read are asked for again. */
const retryInterval = 3000;
const ruleLifetime = 10 * 60_000;

const accountsKey = ['accounts'];

/** The demo account, which nobody has named, has its name in the reader's language. */
export function useAccounts() {
  const text = useText();
  const select = useCallback(
    (accounts: AccountSummary[]) =>
      accounts.map((account) => (account.kind === 'demo' ? { ...account, name: text.account.demoName } : account)),
    [text],
  );
  const queryFn = () => request('listAccounts', {});
  return useQuery({ queryKey: accountsKey, queryFn, select, staleTime: Infinity, meta: pushedByHost });
}

export function acceptAccounts(accounts: AccountSummary[]): void {
  // An answer that is under way may have been made before this.
  void queryClient.cancelQueries({ queryKey: accountsKey });
  queryClient.setQueryData(accountsKey, accounts);
}

export function useAbout() {
  return useQuery({ queryKey: ['about'], queryFn: () => request('readAbout', {}), staleTime: Infinity });
}

function symbolRules(account: string) {
  return queryOptions({
    queryKey: ['symbol-rules', account],
    queryFn: ({ signal }) => request('readSymbolRules', { account }, signal),
    staleTime: ruleLifetime,
    refetchInterval: (query) => (query.state.status === 'error' ? retryInterval : ruleLifetime),
  });
}

export function useSymbolRules(account: string) {
  return useQuery(symbolRules(account));
}

/** The rules of each symbol, as far as the exchange has said them. */
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
  const rules = useSameItems(useQueries({ queries: accounts.map(symbolRules) }).map(({ data }) => data?.rows));
  return useMemo(() => {
    const ofAccount = new Map(accounts.map((account, place) => [account, bySymbol(rules[place])]));
    return {
      rulesOf: ({ account, symbol }: { account: string; symbol: string }) => ofAccount.get(account)?.(symbol),
      symbols: [...new Set(rules.flatMap((rows) => (rows ?? []).map(({ symbol }) => symbol)))].sort(),
    };
  }, [accounts, rules]);
}

export function useSymbols(account: string): readonly string[] {
  const rules = useSymbolRules(account).data?.rows;
  return useMemo(() => (rules ?? []).map((rule) => rule.symbol).sort(), [rules]);
}
