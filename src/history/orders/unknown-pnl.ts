import { orderStatuses } from '../../shared/values/domain.ts';
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

const codesOf = (...statuses: (typeof orderStatuses)[number][]) =>
  new Set(statuses.map((status) => orderStatuses.indexOf(status)));
/** Statuses that say that something was executed, and those that say that nothing was. */
const executedStatuses = codesOf('filled', 'partially-filled', 'partially-canceled');
const idleStatuses = codesOf('pending', 'canceled');
/** Code of the action `open`. */
const opens = 0;

/** Returns true if an order without an executed quantity above zero may have executed something. */
export function contradictsItself({ filledQuantity, status, averagePrice }: ExecutionColumns, row: number): boolean {
  const executed = filledQuantity.keys[row] as number;
  const code = status.codes[row] as number;
  if (executed < 0 || executedStatuses.has(code) || (averagePrice?.keys[row] ?? 0) > 0) return true;
  return Number.isNaN(executed) && !idleStatuses.has(code);
}

/** Returns true if an order may have realized a PnL that the exchange did not send. */
export function lacksPnl(columns: ExecutionColumns, row: number): boolean {
  const { action, filledQuantity, pnl } = columns;
  if (action === undefined || pnl === undefined || action.codes[row] === opens) return false;
  const result = pnl.keys[row] as number;
  if (result !== 0 && !Number.isNaN(result)) return false;
  if ((filledQuantity.keys[row] as number) > 0) return Number.isNaN(result);
  return contradictsItself(columns, row);
}
