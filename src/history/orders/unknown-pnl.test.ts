import { expect, test } from 'vitest';
import { contradictsItself, lacksRealized } from '../../shared/orders/executed.ts';
import { blankRow } from '../../shared/testing/blank-row.ts';
import { orderStatuses } from '../../shared/values/domain.ts';
import { OrderTable } from './list-table.ts';
import { putRows } from './testing/numbered-rows.ts';
import * as ofColumns from './unknown-pnl.ts';

const figures = [null, '-1', '-0.00', '0', '0.000', `0.${'0'.repeat(30)}1`, '123456789012345678901234567890'];

test('columns and rows judge every combination of what an order says of its execution in the same way', () => {
  const rows = figures.flatMap((filledQuantity) =>
    figures.flatMap((averagePrice) =>
      figures.flatMap((pnl) =>
        [...orderStatuses, 'unknown:7' as const].flatMap((status) =>
          (['open', 'close', 'unknown:x', null] as const).map((action) => ({
            ...blankRow('order-history'),
            ...{ filledQuantity, averagePrice, pnl, status, action },
          })),
        ),
      ),
    ),
  );
  const table = new OrderTable();
  putRows(
    table,
    rows.map((row, index) => ({ ...row, id: `${index}`, key: `isolated:${index}`, number: index + 1, tie: index })),
  );
  const numbers = rows.map((_, index) => index + 1);
  const contradictory = numbers.filter((number) => ofColumns.contradictsItself(table.columns, number));
  expect(contradictory).toEqual(numbers.filter((number) => contradictsItself(rows[number - 1] as (typeof rows)[0])));
  const lacking = numbers.filter((number) => lacksRealized(rows[number - 1] as (typeof rows)[0]));
  expect([...ofColumns.rowsLackingPnl(table.columns, table.size)]).toEqual(lacking);
  expect(contradictory.length).toBeLessThan(rows.length);
  expect(lacking.length).toBeGreaterThan(0);
});
