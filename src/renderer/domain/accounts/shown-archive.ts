import type { AccountSummary } from '../../../shared/contract/accounts.ts';

/** The accounts whose rows a screen shows: the selected one, or several together. */
export interface ShownAccounts {
  readonly accounts: readonly AccountSummary[];
}

/** Their archive. The accounts of a joint one are in the order of their names. */
export interface ShownArchive extends ShownAccounts {
  /** ID of the account, or of the joint archive. */
  id: string;
  name: string;
}

export function isJointArchive({ accounts }: ShownAccounts): boolean {
  return accounts.length > 1;
}

/** Returns the name of an account that is shown; its ID if it is none of them. */
export function accountNameIn({ accounts }: ShownAccounts, id: string): string {
  return accounts.find((account) => account.id === id)?.name ?? id;
}
