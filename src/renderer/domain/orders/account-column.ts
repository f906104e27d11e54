import type { Text } from '../../text/use-text.ts';
import { columnHelper, type TableColumn } from '../../ui/table/column.ts';
import { accountNameIn, isJointArchive, type ShownAccounts } from '../accounts/shown-archive.ts';

/** ID of the column with the accounts of the rows, which is also the name of their field. */
export const accountColumnId = 'account';

/** Returns the columns with that of the accounts, which comes first, if several are shown. */
export function withAccountColumn<Row extends { account?: string }>(
  columns: readonly TableColumn<Row>[],
  shown: ShownAccounts,
  text: Text,
): TableColumn<Row>[] {
  if (!isJointArchive(shown)) return [...columns];
  const nameOf = ({ account = '' }: Row): string => accountNameIn(shown, account);
  const column = columnHelper<Row>().accessor(nameOf, {
    id: accountColumnId,
    header: text.account.label,
    size: 120,
    meta: { sort: 'text', text: nameOf },
  });
  return [column as TableColumn<Row>, ...columns];
}
