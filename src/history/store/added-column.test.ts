import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, test } from 'vitest';
import { orderEntry, orderPage } from './testing/entries.ts';
import type { LaterView } from './testing/later-program.ts';
import { storeFolder } from './testing/store-folder.ts';

const folder = storeFolder();
const rowCount = 300;
/** The received text of each second order has a field `extra`, which this version does not read. */
const extraOf = (place: number) => (place % 2 === 0 ? `0.${place}0` : null);

beforeEach(() => {
  const entries = Array.from({ length: rowCount }, (_, place) => {
    const id = `A${1000 + place}`;
    const extra = extraOf(place);
    const raw = JSON.stringify({ order_id: id, symbol: 'BTC-USDT', ...(extra === null ? {} : { extra }) });
    return orderEntry(id, { createdAt: 1_700_000_000_000 - place * 1000, raw });
  });
  const { store } = folder.open();
  store.savePage(orderPage(null, entries));
  store.close();
});

/** Executes statements in the closed file. */
function change(sql: string): void {
  const database = new DatabaseSync(folder.place.path);
  database.exec(sql);
  database.close();
}

/** Opens the archive in a later version, which has a column for `extra`. `count`: rows that the exchange sends again with `extra`. */
function openLater(count = 0, extra = ''): LaterView {
  const program = path.join(import.meta.dirname, 'testing/later-program.ts');
  const output = execFileSync(process.execPath, [program, folder.place.path, String(count), extra], {
    encoding: 'utf8',
  });
  return JSON.parse(output) as LaterView;
}

describe('an archive of the version before a column was added', () => {
  test('opens without a damaged row, and has the values of the column that the received texts have', () => {
    for (let opening = 0; opening < 2; opening++) {
      expect(openLater()).toEqual({
        backupName: null,
        isIntact: true,
        damaged: [],
        unfinished: [],
        saved: { rows: 0, damaged: 0 },
        extras: Array.from({ length: rowCount }, (_, place) => extraOf(place)),
      } satisfies LaterView);
    }
  });

  test('has the rows that were damaged before, also one whose text is no JSON, and no others', () => {
    change(`UPDATE orders SET price = '9' WHERE id = 'A1004';
      UPDATE orders SET raw = replace(raw, '"extra"', '"extre"') WHERE id = 'A1006';
      UPDATE orders SET raw = replace(raw, '{', '[') WHERE id = 'A1008';
      UPDATE orders SET checksum = NULL WHERE id = 'A1010'`);
    const view = openLater();
    expect(view.damaged).toEqual(['A1004', 'A1006', 'A1008']);
    expect(view.unfinished).toEqual(['A1004', 'A1006', 'A1008', 'A1010']);
  });

  test('takes new values with the next page, and finds a value that was damaged, lost or made up', () => {
    const { saved, extras } = openLater(4, '7.5');
    expect(saved).toEqual({ rows: 4, damaged: 0 });
    expect(extras.slice(0, 6)).toEqual(['7.5', '7.5', '7.5', '7.5', '0.40', null]);
    expect(openLater(4, '7.5')).toMatchObject({ damaged: [], saved: { rows: 0, damaged: 0 } });
    change(`UPDATE orders SET extra = '7.6' WHERE id = 'A1000'; UPDATE orders SET extra = NULL WHERE id = 'A1001';
      UPDATE orders SET extra = '0' WHERE id = 'A1005'`);
    expect(openLater().damaged).toEqual(['A1000', 'A1001', 'A1005']);
  });
});
