import type { SQLInputValue, SQLOutputValue } from 'node:sqlite';
import {
  type MarginMode,
  type OrderCommon,
  orderStatuses,
  planStatuses,
  type Unknown,
} from '../../../shared/domain.ts';
import type { HistoryList } from '../../../shared/history.ts';
import type { ArchivedRow, HistoryRows } from '../archived-rows.ts';
import { UnexpectedContent } from './archive-error.ts';
import { unfinishedOrders, unfinishedPlans } from './schema.ts';

/** How the rows of a list stand in their table. */
export interface RowShape<List extends HistoryList> {
  readonly table: string;
  /** The SQL condition of the index of rows that are not final. */
  readonly unfinished: string;
  /** What a row has of its own, in the order of `values`, `raw` last. */
  readonly columns: readonly string[];
  /** Listed in one piece by each shape: put together of two, they would take a fortieth of an import. */
  values(row: HistoryRows[List]): SQLInputValue[];
  /** Of number, tie, id, margin_mode, created_at and `columns`, which may lack `raw`. */
  archived(values: readonly SQLOutputValue[]): ArchivedRow<List>;
  /** The same with `raw`. */
  row(values: readonly SQLOutputValue[]): HistoryRows[List];
  withoutRaw(row: HistoryRows[List], number: number, tie: number): ArchivedRow<List>;
}

const commonColumns = ['symbol', 'type', 'side', 'kind', 'price', 'leverage', 'quantity', 'status', 'filled_quantity'];

export const orderShape: RowShape<'order-history'> = {
  table: 'orders',
  unfinished: unfinishedOrders,
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
  archived: readOrder,
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
  unfinished: unfinishedPlans,
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
  archived: readPlan,
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

/** One by one: to copy what is left of a row is several times as slow, and every row of an import goes through here. */
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

function readOrder(values: readonly SQLOutputValue[]): ArchivedRow<'order-history'> {
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

function readPlan(values: readonly SQLOutputValue[]): ArchivedRow<'plan-history'> {
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

export function text(value: SQLOutputValue | undefined): string {
  if (typeof value === 'string') return value;
  throw new UnexpectedContent(`text expected, not ${typeof value}`);
}

function textOrNull(value: SQLOutputValue | undefined): string | null {
  return value === null ? null : text(value);
}

export function integer(value: SQLOutputValue | undefined): number {
  if (typeof value === 'number') return value;
  throw new UnexpectedContent(`number expected, not ${typeof value}`);
}

export function integerOrNull(value: SQLOutputValue | undefined): number | null {
  return value === null ? null : integer(value);
}

/** A word that is none of them, which only another hand can have written, is shown as unknown. */
function word<Word extends string>(value: SQLOutputValue | undefined, words: readonly Word[]): Word | Unknown {
  const known = words.find((candidate) => candidate === value);
  if (known !== undefined) return known;
  const received = text(value);
  return isUnknown(received) ? received : `unknown:${received}`;
}

function isUnknown(word: string): word is Unknown {
  return word.startsWith('unknown:');
}
