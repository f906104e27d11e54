import type { Text } from '../../../text/use-text.ts';
import type { CellFilter } from '../../../ui/filter/cell-filter.ts';
import { enumFilter } from '../../../ui/filter/cell-filter.ts';
import { choiceField, type FilterChip, type FilterField, listLabel, wordsOf } from '../../../ui/filter/filter-form.ts';
import { withPart } from '../../../ui/filter/list-filter.ts';
import { accountNameIn, isJointArchive, type ShownArchive } from '../../accounts/shown-archive.ts';

/** The part of a filter that keeps rows of some accounts. */
interface OfAccounts {
  accounts?: string[] | undefined;
}

/** Returns the filter without accounts that the archive does not have: all of them in the archive of a single account. */
export function filterIn<Filter extends OfAccounts>(filter: Filter, archive: ShownArchive): Filter {
  if (filter.accounts === undefined) return filter;
  const kept = isJointArchive(archive) ? archive.accounts.filter(({ id }) => filter.accounts?.includes(id)) : [];
  return withPart(filter, 'accounts', kept.length === 0 ? undefined : kept.map(({ id }) => id));
}

/** Returns the chips with that of the accounts, which come first. */
export function withAccountChip<Filter extends OfAccounts>(
  chips: readonly FilterChip<Filter>[],
  filter: Filter,
  archive: ShownArchive,
  text: Text,
): FilterChip<Filter>[] {
  const label = listLabel(filter.accounts, accountWords(archive, text), text);
  return label === null ? [...chips] : [{ part: 'accounts', label }, ...chips];
}

/** Returns the fields of the form with that of the accounts of a joint archive, which comes first. */
export function withAccountField<Filter extends OfAccounts>(
  fields: readonly FilterField[],
  filter: Filter,
  archive: ShownArchive,
  onChange: (filter: Filter) => void,
  text: Text,
): FilterField[] {
  if (!isJointArchive(archive)) return [...fields];
  const ids = archive.accounts.map(({ id }) => id);
  const choices = choiceField(accountWords(archive, text), ids, filter.accounts, (accounts) =>
    onChange(withPart(filter, 'accounts', accounts)),
  );
  return [{ ...choices, parts: ['accounts'] }, ...fields];
}

/** Returns the filter by the account of a row; none outside a joint archive. */
export function accountCellFilters<Filter extends OfAccounts>(
  account: string,
  filter: Filter,
  archive: ShownArchive,
  text: Text,
): CellFilter<Filter>[] {
  if (!isJointArchive(archive)) return [];
  const values = archive.accounts.map(({ id }) => id);
  return [
    enumFilter<Filter, 'accounts'>(filter, 'accounts', account, { values, word: accountWords(archive, text).word }),
  ];
}

function accountWords(archive: ShownArchive, text: Text) {
  return wordsOf(text.account.label, (id: string) => accountNameIn(archive, id));
}
