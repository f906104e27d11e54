import path from 'node:path';
import { expect, test } from 'vitest';
import type { Trade } from '../../shared/contract/trades.ts';
import { OrderTable } from '../orders/list-table.ts';
import type { HistoryStore } from '../store/history-store.ts';
import { savedUntilKilled } from '../store/testing/saved-until-killed.ts';
import { storeFolder } from '../store/testing/store-folder.ts';
import { Trades } from '../trades/trades.ts';
import { IndexedList } from './indexed-list.ts';

const program = path.join(import.meta.dirname, 'testing/store-trades.ts');
const pageCount = 30;
/** Milliseconds: many processes are started, and the machine may be busy with other tests. */
const timeout = 120_000;
const list = 'order-history';
const all = { filter: {}, sort: [], zone: 'UTC', now: 0 } as const;
const folder = storeFolder();

const read = (trades: Trades): Trade[] => Array.from(trades.select(all), (number) => trades.trade(number));

/** The trades of the stored orders, from scratch. */
function derive(store: HistoryStore): Trade[] {
  const table = new OrderTable();
  table.put(store.read(({ lists }) => lists[list].rows.scan(0, 100_000)));
  const trades = new Trades(table);
  trades.setBreaks(store.breaks(list));
  return read(trades);
}

test('after many kills while trades are stored, an archive opens with right trades and stores the missing ones', {
  timeout,
}, async () => {
  let done = 0;
  for (let kill = 0; kill < 8; kill++) {
    // Of at least five lines for each page, so that most kills come while trades are derived or stored.
    const lines = 4 + ((kill * 5) % 11);
    done += await savedUntilKilled(folder, program, { pageCount, first: done, lines });
    const { store, backupName } = folder.open();
    expect(backupName).toBeNull();
    expect(store.checkIntegrity()).toBe(true);
    const right = derive(store);
    // An archive that claims to have all trades has them.
    const { trades: stored } = store.trades.scan(0, 100_000);
    if (store.trades.reach === store.count(list)) expect(stored).toHaveLength(right.length);
    const rows = new IndexedList(store, list, 1, () => () => {});
    expect(read(await rows.trades())).toEqual(right);
    if (kill % 3 === 2) {
      await rows.saved();
      expect(store.trades.reach).toBe(store.count(list));
      expect(store.trades.scan(0, 100_000).trades).toHaveLength(right.length);
    }
    rows.close();
    store.close();
  }
  expect(done).toBeGreaterThan(10);
});
