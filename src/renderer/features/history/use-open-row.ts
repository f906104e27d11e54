import { useEffect, useState } from 'react';
import type { WindowedRows } from '../../state/windows/windowed-rows.ts';

/** The row whose details are open: as it is now where it is held, else as it was last seen. */
export function useOpenRow<Row extends { key: string }>(
  rows: WindowedRows<Row>,
): [Row | null, (row: Row | null) => void] {
  const [seen, setSeen] = useState<Row | null>(null);
  const now = seen && (rows.find(seen.key) ?? seen);
  useEffect(() => setSeen(now), [now]);
  return [now, setSeen];
}
