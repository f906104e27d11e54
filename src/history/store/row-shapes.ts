import type { SQLInputValue, SQLOutputValue } from 'node:sqlite';
import { type MarginMode, type OrderCommon, orderStatuses, planStatuses, type Unknown } from '../../shared/domain.ts';
import type { HistoryList } from '../../shared/history.ts';
import type { HistoryRows, IndexedRow } from '../rows.ts';
import { integer, text, textOrNull } from './query.ts';
import { rowsToReread, unfinishedOrders, unfinishedPlans } from './schema.ts';

/** Conversion between the rows of a list and the rows of its table. */
export interface RowShape<List extends HistoryList> {
  readonly table: string;
  /** SQL condition for rows to request again. */
  readonly toReread: string;
  /** Columns in the order of `values`; `raw` is the last. */
  readonly columns: readonly string[];
  /** One literal for each shape, because putting it together from two parts takes 2.5% of an import. */
  values(row: HistoryRows[List]): SQLInputValue[];
  /** Reads number, tie, id, margin_mode, created_at and `columns`, which may lack `raw`. */
  indexed(values: readonly SQLOutputValue[]): IndexedRow<List>;
  /** Reads the same values with `raw`. */
  row(values: readonly SQLOutputValue[]): HistoryRows[List];
  withoutRaw(row: HistoryRows[List], number: number, tie: number): IndexedRow<List>;
}

const commonColumns = ['symbol', 'type', 'side', 'kind', 'price', 'leverage', 'quantity', 'status', 'filled_quantity'];

export const orderShape: RowShape<'order-history'> = {
  table: 'orders',
  toReread: rowsToReread(unfinishedOrders),
  columns: [...commonColumns, 'action', 'average_price', 'pnl', 'raw'],
  values: (row) => [
    row.symbol,
    row.type,
    row.side,
    row.kind,
    row.price,
    row.leverage,
    row.quantity,
    row.status,
    row.filledQuantity,
    row.action,
    row.averagePrice,
    row.pnl,
    row.raw,
  ],
  indexed: readOrder,
  row: (values) => {
    const { number: _number, tie: _tie, ...row } = readOrder(values);
    return { ...row, raw: text(values[17]) };
  },
  withoutRaw: (row, number, tie) => ({
    ...commonOf(row, number, tie),
    status: row.status,
    filledQuantity: row.filledQuantity,
    action: row.action,
    averagePrice: row.averagePrice,
    pnl: row.pnl,
  }),
};

export const planShape: RowShape<'plan-history'> = {
  table: 'plans',
  toReread: rowsToReread(unfinishedPlans),
  columns: [...commonColumns, 'trigger_direction', 'trigger_price', 'take_profit', 'stop_loss', 'raw'],
  values: (row) => [
    row.symbol,
    row.type,
    row.side,
    row.kind,
    row.price,
    row.leverage,
    row.quantity,
    row.status,
    row.filledQuantity,
    row.triggerDirection,
    row.triggerPrice,
    row.takeProfit,
    row.stopLoss,
    row.raw,
  ],
  indexed: readPlan,
  row: (values) => {
    const { number: _number, tie: _tie, ...row } = readPlan(values);
    return { ...row, raw: text(values[18]) };
  },
  withoutRaw: (row, number, tie) => ({
    ...commonOf(row, number, tie),
    status: row.status,
    filledQuantity: row.filledQuantity,
    triggerDirection: row.triggerDirection,
    triggerPrice: row.triggerPrice,
    takeProfit: row.takeProfit,
    stopLoss: row.stopLoss,
  }),
};

type Common = Omit<OrderCommon, 'raw'> & { number: number; tie: number };

/** Copies field by field, because a rest pattern is several times as slow and an import copies every row. */
function commonOf(row: OrderCommon, number: number, tie: number): Common {
  return {
    number,
    tie,
    key: row.key,
    id: row.id,
    marginMode: row.marginMode,
    createdAt: row.createdAt,
    symbol: row.symbol,
    type: row.type,
    side: row.side,
    kind: row.kind,
    price: row.price,
    leverage: row.leverage,
    quantity: row.quantity,
  };
}

function readCommon(values: readonly SQLOutputValue[]): Common {
  const id = text(values[2]);
  const marginMode: MarginMode = values[3] === 'cross' ? 'cross' : 'isolated';
  const side = values[7];
  return {
    number: integer(values[0]),
    tie: integer(values[1]),
    key: `${marginMode}:${id}`,
    id,
    marginMode,
    createdAt: integer(values[4]),
    symbol: text(values[5]),
    type: text(values[6]),
    side: side === 'buy' || side === 'sell' ? side : null,
    kind: text(values[8]),
    price: textOrNull(values[9]),
    leverage: textOrNull(values[10]),
    quantity: textOrNull(values[11]),
  };
}

function readOrder(values: readonly SQLOutputValue[]): IndexedRow<'order-history'> {
  const action = values[14];
  return {
    ...readCommon(values),
    status: word(values[12], orderStatuses),
    filledQuantity: textOrNull(values[13]),
    action: action === null ? null : word(action, positionActions),
    averagePrice: textOrNull(values[15]),
    pnl: textOrNull(values[16]),
  };
}

function readPlan(values: readonly SQLOutputValue[]): IndexedRow<'plan-history'> {
  return {
    ...readCommon(values),
    status: word(values[12], planStatuses),
    filledQuantity: textOrNull(values[13]),
    triggerDirection: word(values[14], triggerDirections),
    triggerPrice: textOrNull(values[15]),
    takeProfit: textOrNull(values[16]),
    stopLoss: textOrNull(values[17]),
  };
}

const positionActions = ['open', 'close'] as const;
const triggerDirections = ['rises-to', 'falls-to'] as const;

/** Returns a word outside the list, which another program must have written, as unknown. */
function word<Word extends string>(value: SQLOutputValue | undefined, words: readonly Word[]): Word | Unknown {
  const known = words.find((candidate) => candidate === value);
  if (known !== undefined) return known;
  const received = text(value);
  return isUnknown(received) ? received : `unknown:${received}`;
}

function isUnknown(word: string): word is Unknown {
  return word.startsWith('unknown:');
}
