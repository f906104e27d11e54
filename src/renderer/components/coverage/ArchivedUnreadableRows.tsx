import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { HistoryList } from '../../../shared/history.ts';
import { request } from '../../api/client.ts';
import { UnreadableRows } from '../screen/UnreadableRows.tsx';

interface ArchivedUnreadableRowsProps {
  account: string;
  list: HistoryList;
  count: number;
}

/** Those that the archive keeps as they came, read when somebody wants to see them. */
export function ArchivedUnreadableRows({ account, list, count }: ArchivedUnreadableRowsProps) {
  const [open, setOpen] = useState(false);
  const { data } = useQuery({
    queryKey: ['unreadable-rows', account, list, count],
    queryFn: ({ signal }) => request('readUnreadableRows', { account, list }, signal),
    enabled: open,
  });
  return <UnreadableRows count={count} rows={data} onOpenChange={setOpen} />;
}
