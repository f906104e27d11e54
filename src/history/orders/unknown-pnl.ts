import { mayHaveExecuted, mayLackPnl } from '../../shared/orders/executed.ts';
import { orderStatuses } from '../../shared/values/domain.ts';
import { uintAt } from '../../shared/values/elements.ts';
import type { CodeColumn } from '../table/code-column.ts';
import type { DecimalColumn } from '../table/decimal-column.ts';

/** What orders say of their execution. */
interface ExecutionColumns {
  readonly status: CodeColumn;
  readonly action?: CodeColumn | undefined;
  readonly filledQuantity: DecimalColumn;
  readonly averagePrice?: DecimalColumn | undefined;
  readonly pnl?: DecimalColumn | undefined;
}

/** Code of the action `open`. */
const opens = 0;

/** `mayHaveExecuted` of a row. */
export function contradictsItself({ filledQuantity, status, averagePrice }: ExecutionColumns, row: number): boolean {
  const filled = filledQuantity.keyAt(row);
  return mayHaveExecuted(filled, averagePrice?.keys[row] ?? Number.NaN, orderStatuses[uintAt(status.codes, row)]);
}

/** `mayLackPnl` of a row; false for one of a list without PnL. */
export function lacksPnl(columns: ExecutionColumns, row: number): boolean {
  const { action, filledQuantity, averagePrice, pnl, status } = columns;
  if (action === undefined || pnl === undefined || action.codes[row] === opens) return false;
  const filled = filledQuantity.keyAt(row);
  const price = averagePrice?.keys[row] ?? Number.NaN;
  return mayLackPnl(pnl.keyAt(row), filled, price, orderStatuses[uintAt(status.codes, row)]);
}

/** Returns the rows up to `size` for which `lacksPnl` is true. */
export function rowsLackingPnl(columns: ExecutionColumns, size: number): Uint32Array {
  const rows: number[] = [];
  for (let row = 1; row <= size; row++) if (lacksPnl(columns, row)) rows.push(row);
  return Uint32Array.from(rows);
}
