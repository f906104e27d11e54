import { useMemo } from 'react';
import type { AccountSummary } from '../../../shared/contract/accounts.ts';
import type { SettingsChange } from '../../../shared/contract/settings.ts';
import { jointId } from '../../../shared/orders/joint.ts';
import { compareTexts } from '../../../shared/rows/compare-texts.ts';
import { screenGroups } from '../../../shared/settings/choices.ts';
import { useSetting } from '../../platform/settings/settings.ts';
import { useText } from '../../text/use-text.ts';
import { useAccounts } from './accounts.ts';
import type { ShownArchive } from './shown-archive.ts';

/** True if the user has several accounts of an exchange. The demo account beside a single one is no second account to add up. */
export function areSeveral(accounts: readonly AccountSummary[]): boolean {
  return accounts.filter(({ kind }) => kind === 'live').length > 1;
}

/** Returns the change of the settings that shows one account, not all of them. */
export function ofAccount(id: string) {
  return { account: id, planAccounts: 'this' } as const;
}

/** The accounts to show: the selected one, or all of an exchange if the user has chosen them. The demo account is shown alone. */
export function useShownAccounts(account: AccountSummary) {
  const planAccounts = useSetting('planAccounts');
  const all = useAccounts().data;
  const hasSeveral = all !== undefined && account.kind !== 'demo' && areSeveral(all);
  const isOfAll = hasSeveral && planAccounts === 'all';
  const accounts = useMemo(
    () => (isOfAll ? all.filter(({ kind }) => kind !== 'demo') : [account]),
    [isOfAll, all, account],
  );
  return { accounts, hasSeveral, isOfAll };
}

/** Stands for all accounts among their IDs. */
const allAccounts = 'all';

/** The accounts that the current screen can show, all of them as the first, and the ID of the shown one. */
export function useAccountChoices(accounts: readonly AccountSummary[], account: AccountSummary) {
  const { all } = useText().account.whoseNames;
  const screen = useSetting('screen');
  const canShowAll = screenGroups.orders.some((each) => each === screen) && areSeveral(accounts);
  const isOfAll = useShownAccounts(account).isOfAll && canShowAll;
  const choices = useMemo(() => {
    // The demo account is shown alone.
    const own = account.kind === 'demo' ? accounts.find(({ kind }) => kind !== 'demo') : account;
    const ofAll: SettingsChange = { account: own?.id ?? account.id, planAccounts: 'all' };
    const ofOne: { id: string; name: string; change: SettingsChange }[] = accounts.map(({ id, name }) => ({
      id,
      name,
      change: ofAccount(id),
    }));
    return canShowAll ? [{ id: allAccounts, name: all, change: ofAll }, ...ofOne] : ofOne;
  }, [accounts, account, canShowAll, all]);
  return { choices, shown: isOfAll ? allAccounts : account.id };
}

/** The archive of the accounts to show. */
export function useShownArchive(account: AccountSummary): ShownArchive {
  const { accounts, isOfAll } = useShownAccounts(account);
  const { whoseNames } = useText().account;
  return useMemo(() => {
    if (!isOfAll) return { id: account.id, name: account.name, accounts: [account] };
    const sorted = accounts.toSorted((a, b) => compareTexts(a.name, b.name) || compareTexts(a.id, b.id));
    return { id: jointId(sorted.map(({ id }) => id)), name: whoseNames.all, accounts: sorted };
  }, [account, accounts, isOfAll, whoseNames]);
}
