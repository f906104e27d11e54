import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Page } from '../../../shared/domain.ts';
import type { Result } from '../../../shared/result.ts';
import { PagedRows } from '../../rows/paged-rows.ts';

interface ListedRow {
  key: string;
  createdAt: number;
  raw: string;
}

export interface PageQuestion {
  direction: 'older' | 'newer';
  cursor?: string;
}

/** One endless list for as long as `listKey` stays the same. */
export function usePagedRows<Row extends ListedRow>(
  listKey: string,
  read: (question: PageQuestion) => Promise<Result<Page<Row>>>,
) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for everything that `read` depends on
  const list = useMemo(() => new PagedRows<Row>(read), [listKey]);
  useEffect(() => {
    void list.loadOlder();
    return () => list.dispose();
  }, [list]);
  const state = useSyncExternalStore(list.subscribe, list.getState);
  return { list, state };
}
