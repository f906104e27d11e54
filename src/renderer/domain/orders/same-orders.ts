import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { AccountSummary } from '../../../shared/contract/accounts.ts';
import { accountsWithSameOrders } from '../../../shared/orders/same-orders.ts';
import { request } from '../../platform/client.ts';
import type { Text } from '../../text/use-text.ts';
import { useShownAccounts } from '../accounts/use-shown-archive.ts';
import { useHistoryStates } from './history-state.ts';

const none: readonly string[][] = [];

/** The names of shown accounts, in groups, that have the same orders. Read again when an account gets its first orders. */
export function useSameOrders(account: AccountSummary): readonly string[][] {
  const { accounts, isOfAll } = useShownAccounts(account);
  const ids = useMemo(() => accounts.map(({ id }) => id), [accounts]);
  const states = useHistoryStates(
    ids,
    'order-history',
    ids.map(() => isOfAll),
  );
  const filled = ids.filter((_, place) => (states[place]?.rows ?? 0) > 0);
  const { data } = useQuery({
    queryKey: ['same-orders', ...filled],
    queryFn: ({ signal }) => accountsWithSameOrders(filled, (question) => request('readOrdersByKey', question, signal)),
    enabled: isOfAll && filled.length > 1,
  });
  const nameOf = (id: string) => accounts.find((each) => each.id === id)?.name ?? id;
  return isOfAll ? (data?.map((group) => group.map(nameOf)) ?? none) : none;
}

/** Says that accounts have the same orders. */
export function sameOrdersText(names: readonly string[], text: Text): string {
  return text.accounts.sameOrders(text.enumerated(names.slice(0, -1)), names.at(-1) ?? '');
}
