import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { FetchedPage } from '../archived-rows.ts';
import { ArchiveFile } from './archive-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'orderglass-archive-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('takes pages', () => {
  const { file, setAside } = ArchiveFile.open({ path: path.join(folder, 'archive/a.sqlite'), now: () => 5 });
  expect(setAside).toBeNull();
  const entry = (n: number, status = 'filled' as 'filled' | 'pending') => ({
    id: `BG${n}`,
    row: {
      key: `isolated:BG${n}`,
      id: `BG${n}`,
      marginMode: 'isolated' as const,
      createdAt: 1_700_000_000_000 + Math.floor(n / 3) * 1000,
      symbol: 'BTC-USDT',
      type: 'buy-limit',
      side: 'buy' as const,
      kind: 'limit',
      price: '1.0',
      leverage: '10',
      quantity: '1',
      raw: JSON.stringify({ order_id: `BG${n}`, status }),
      status,
      action: 'open' as const,
      filledQuantity: '1',
      averagePrice: null,
      pnl: null,
    },
  });
  const page = (from: string | null, ns: number[], direct: 'prev' | 'next' = 'prev'): FetchedPage<'order-history'> => ({
    list: 'order-history',
    marginMode: 'isolated',
    direct,
    from,
    symbol: null,
    entries: ns.map((n) => entry(n)),
    fetchedAt: 7,
  });
  file.takePage(page(null, [9, 8, 7]));
  file.takePage(page('BG7', [6, 5]));
  file.takePage(page('BG2', [1, 0]));
  file.takePage(page('BG5', [4, 3, 2, 1]));
  file.takePage(page('BG0', []));
  expect(file.newest('order-history', 20, 0).map((r) => r.id)).toEqual(
    [9, 8, 7, 6, 5, 4, 3, 2, 1, 0].map((n) => `BG${n}`),
  );
  file.close();
});
