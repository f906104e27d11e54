import { executedStatuses, orderStatuses } from '../../shared/values/domain.ts';
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

/** Statuses that say that something was executed, and those that say that nothing was. */
const isExecuted = flagsOf(...executedStatuses);
const isIdle = flagsOf('pending', 'canceled');
/** Code of the action `open`. */
const opens = 0;

/** Returns true if an order without an executed quantity above zero may have executed something. */
export function contradictsItself({ filledQuantity, status, averagePrice }: ExecutionColumns, row: number): boolean {
  const executed = filledQuantity.keys[row] as number;
  const code = status.codes[row] as number;
  if (executed < 0 || isExecuted[code] === 1 || (averagePrice?.keys[row] ?? 0) > 0) return true;
  return Number.isNaN(executed) && isIdle[code] !== 1;
}

/** Returns true if an order may have realized a PnL that the exchange did not send. */
export function lacksPnl(columns: ExecutionColumns, row: number): boolean {
  const { action, filledQuantity, pnl } = columns;
  if (action === undefined || pnl === undefined) return false;
  const result = pnl.keys[row] as number;
  if (result > 0 || result < 0 || action.codes[row] === opens) return false;
  if ((filledQuantity.keys[row] as number) > 0) return Number.isNaN(result);
  return contradictsItself(columns, row);
}

/** Returns the rows up to `size` for which `lacksPnl` is true. */
export function rowsLackingPnl(columns: ExecutionColumns, size: number): Uint32Array {
  const rows: number[] = [];
  for (let row = 1; row <= size; row++) if (lacksPnl(columns, row)) rows.push(row);
  return Uint32Array.from(rows);
}

/** Returns 1 by the code of each of the statuses. */
function flagsOf(...statuses: (typeof orderStatuses)[number][]): Uint8Array {
  return Uint8Array.from(orderStatuses, (status) => Number(statuses.includes(status)));
}
