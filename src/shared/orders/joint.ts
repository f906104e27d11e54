/**
 * The joint archive of several accounts, which has the ID of an account: the IDs of its accounts, in the order in which its column of the
 * accounts is sorted. Its rows have keys that lead back to their accounts.
 */

/** Occurs in no ID of an account. */
const between = '+';
/** Occurs in no ID of an account. */
const beforeKey = ' ';

/** Largest number of accounts of a joint archive. */
export const maxJointAccounts = 200;
/** Largest length of the ID of a joint archive: each account has a UUID. */
export const maxJointId = maxJointAccounts * 40;

/** Returns the ID of the joint archive of accounts; that of a single account is its own. */
export function jointId(accounts: readonly string[]): string {
  return accounts.join(between);
}

/** Returns the IDs of the accounts of a joint archive, or the ID of a single account. */
export function accountsIn(id: string): readonly string[] {
  return id.split(between);
}

/** True for the ID of the joint archive of several accounts. */
export function isJoint(id: string): boolean {
  return id.includes(between);
}

/** Returns the key of a row in a joint archive. */
export function jointKey(account: string, key: string): string {
  return `${account}${beforeKey}${key}`;
}

/** Returns the account of a key, and the key of the row there. `null` if the key is not one of a joint archive. */
export function ownKey(key: string): { account: string; key: string } | null {
  const end = key.indexOf(beforeKey);
  return end < 0 ? null : { account: key.slice(0, end), key: key.slice(end + 1) };
}

/** Returns the row of an archive with the account to which the row belongs, and with its key there. `archive`: the ID of the archive. */
export function ownRow<Row extends { key: string }>(row: Row, archive: string): { account: string; row: Row } {
  const own = isJoint(archive) ? ownKey(row.key) : null;
  return own === null ? { account: archive, row } : { account: own.account, row: { ...row, key: own.key } };
}
