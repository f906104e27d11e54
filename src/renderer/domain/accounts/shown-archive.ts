import type { AccountSummary } from '../../../shared/contract/accounts.ts';

/** The accounts whose rows a screen shows: the selected one, or several together. */
export interface ShownArchive {
  /** ID of the account, or of the joint archive. */
  id: string;
  name: string;
  /** Of a joint archive in the order of their names. */
  accounts: readonly AccountSummary[];
}

export function isJointArchive({ accounts }: ShownArchive): boolean {
  return accounts.length > 1;
}

/** Returns the name of an account of an archive; its ID if it is none of them. */
export function accountNameIn({ accounts }: ShownArchive, id: string): string {
  return accounts.find((account) => account.id === id)?.name ?? id;
}
