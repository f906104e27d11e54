import { useMemo } from 'react';
import type { AccountSummary } from '../../../shared/domain.ts';
import { useAccounts } from '../../state/queries.ts';
import { useSettings } from '../../state/settings.ts';
import { usePlansOf } from '../../state/use-plan-rows.ts';
import { useSameItems } from '../../state/use-same-items.ts';

/** Whose plans are on the screen, and what is known of them. */
export function useShownPlans(account: AccountSummary) {
  const { planAccounts } = useSettings();
  const all = useAccounts().data;
  const hasSeveral = all !== undefined && all.length > 1;
  const isOfAll = hasSeveral && planAccounts === 'all';
  const accounts = useMemo(() => (isOfAll ? besideEachOther(all, account) : [account]), [isOfAll, all, account]);
  const ids = useSameItems(accounts.map(({ id }) => id));
  const parts = usePlansOf(ids);
  const lists = useSameItems(parts.map(({ rows }) => rows));
  const rows = useMemo(() => lists.flat(), [lists]);
  return { accounts, ids, parts, rows, hasSeveral, isOfAll, isLive: parts.some((part) => part.isLive) };
}

/** The made-up plans of the demo account stand among real ones only where it was chosen, or there is no other account. */
function besideEachOther(all: readonly AccountSummary[], chosen: AccountSummary): readonly AccountSummary[] {
  const without = all.filter(({ kind, id }) => kind !== 'demo' || id === chosen.id);
  return without.length > 1 ? without : all;
}
