import type { Text } from '../../text/use-text.ts';
import { columnHelper, type TableColumn } from '../../ui/table/column.ts';
import { accountNameIn, isJointArchive, type ShownArchive } from '../accounts/shown-archive.ts';

/** ID of the column with the accounts of the rows, which is also the name of their field. */
export const accountColumnId = 'account';

/** Returns the columns with that of the accounts of a joint archive, which comes first. */
export function withAccountColumn<Row extends { account?: string }>(
  columns: readonly TableColumn<Row>[],
  archive: ShownArchive,
  text: Text,
): TableColumn<Row>[] {
  if (!isJointArchive(archive)) return [...columns];
  const nameOf = ({ account = '' }: Row): string => accountNameIn(archive, account);
  const column = columnHelper<Row>().accessor(nameOf, {
    id: accountColumnId,
    header: text.account.label,
    size: 120,
    meta: { sort: 'text', text: nameOf },
  });
  return [column as TableColumn<Row>, ...columns];
}
