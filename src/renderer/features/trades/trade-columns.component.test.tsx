import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Trade } from '../../../shared/contract/trades.ts';
import { blankTrade } from '../../../shared/testing/blank-row.ts';
import { render } from '../../testing/render.tsx';
import { en } from '../../text/en.ts';
import { zh } from '../../text/zh.ts';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { useColumnTable } from '../../ui/table/use-column-table.ts';
import { makeTradeColumns } from './trade-columns.ts';

const minute = 60_000;
const hour = 60 * minute;

/** A closed trade whose duration is a range (ms). */
function lasting(from: number, to: number): Trade {
  const openedAt = Date.parse('2025-03-02T10:00:00Z');
  const openedBy = openedAt + minute;
  const closedAt = openedBy + from;
  const times = { openedAt, openedBy, closedAt, closedBy: openedAt + to, duration: closedAt - openedAt };
  return { ...blankTrade(), key: `${from}`, ...times };
}

const rows = [
  lasting(22 * hour + 58 * minute, 23 * hour + 58 * minute),
  lasting(12 * 24 * hour + 23 * hour, 13 * 24 * hour + 11 * hour),
];

it.each([
  ['English', en],
  ['Chinese', zh],
])('shows the longest ranges of durations whole in %s', async (_, text) => {
  const columns = makeTradeColumns(text, () => undefined, 'UTC', false);
  function Trades() {
    return (
      <DataTable
        label="Trades"
        table={useColumnTable('trades', columns)}
        index={{ rowCount: rows.length, rowAt: (position) => rows[position] }}
        rowKey={({ key }) => key}
        listKey=""
        complete
        openKey={null}
        onOpen={() => {}}
      />
    );
  }
  await page.viewport(1440, 900);
  render(<Trades />, { text });
  const cells = () => [...document.querySelectorAll<HTMLElement>('[data-row-id] [data-col="duration"]')];
  await expect.poll(() => cells().length).toBe(rows.length);
  await document.fonts.ready;
  for (const cell of cells()) {
    expect(cell.textContent).toMatch(/ to |至/);
    const written = document.createRange();
    written.selectNodeContents(cell);
    const { paddingLeft, paddingRight } = getComputedStyle(cell);
    const room = cell.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    expect(written.getBoundingClientRect().width, cell.textContent ?? '').toBeLessThanOrEqual(room);
  }
});
