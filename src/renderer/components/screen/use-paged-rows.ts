import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Page } from '../../../shared/domain.ts';
import type { Result } from '../../../shared/result.ts';
import { PagedRows, type PageQuestion } from '../../rows/paged-rows.ts';

interface ListedRow {
  key: string;
  createdAt: number;
  raw: string;
}

/** One endless list for as long as `listKey` stays the same. */
export function usePagedRows<Row extends ListedRow>(
  listKey: string,
  read: (question: PageQuestion, signal?: AbortSignal) => Promise<Result<Page<Row>>>,
) {
  const [list, setList] = useState(() => new PagedRows<Row>(read));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for everything that `read` depends on
  useEffect(() => {
    const leaving = new AbortController();
    const next = new PagedRows<Row>((question) => read(question, leaving.signal));
    setList(next);
    void next.loadOlder();
    return () => {
      next.dispose();
      leaving.abort();
    };
  }, [listKey]);
  const state = useSyncExternalStore(list.subscribe, list.getState);
  return { list, state };
}
