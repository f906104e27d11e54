import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type BrowserHost, startBrowserHost } from '../../src/browser-host/server.ts';
import { serveFolder } from '../../src/browser-host/static-files.ts';
import { FakeArchive } from '../../src/renderer/testing/fake-archive.ts';
import { FakeHost } from '../../src/renderer/testing/fake-host.ts';
import { demoAccount, programAnswers, wholeHistory } from '../../src/renderer/testing/samples.ts';
import type { Order } from '../../src/shared/contract/orders.ts';
import { blankRow } from '../../src/shared/testing/blank-row.ts';
import { hostText } from '../../src/shared/text/host-text.ts';
import { succeed } from '../../src/shared/values/result.ts';

export const rowCount = 1_000_000;

/** Order of the list, whose symbol is its number. */
function orderAt(position: number): Order {
  const id = String(rowCount - position);
  return { ...blankRow('order-history'), key: `isolated:${id}`, id, symbol: `N${position + 1}-USDT`, raw: '{}' };
}

/** Serves the built page with an order history of a million rows, which takes an archive half a minute to fill and to read. */
export async function serveLongList(): Promise<BrowserHost & { fake: FakeHost }> {
  const archive = new FakeArchive(demoAccount.id, [orderAt(0)], () => {});
  const fake = new FakeHost(
    { language: 'en', account: demoAccount.id, screen: 'order-history' },
    {
      ...programAnswers,
      ...archive.answers,
      reportPresence: () => succeed({ before: null, at: Date.now() }),
      readHistoryState: ({ account, list }) => succeed({ ...wholeHistory, account, list, rows: rowCount }),
      syncHistory: ({ account, list }) => succeed({ ...wholeHistory, account, list, rows: rowCount }),
      readOrderHistory: async ({ from, count }) => {
        // As slow as a real archive, so that many rows take longer than WebKit lets a page write to the clipboard.
        if (count > 500) await pause(200);
        const rows = Array.from({ length: Math.min(count, rowCount - from) }, (_, index) => orderAt(from + index));
        return succeed({ rows, total: rowCount, version: 1, anchor: null });
      },
    },
  );
  const page = serveFolder(path.resolve(import.meta.dirname, '../../out/renderer'));
  const text = hostText('en', 'en');
  const host = await startBrowserHost({ core: fake, page, exports: { serve: async () => false }, text: () => text });
  return { ...host, fake };
}
