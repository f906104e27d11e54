import { marginModes, orderStatuses, planStatuses } from '../../shared/domain.ts';
import type { HistoryField, HistoryList } from '../../shared/history.ts';
import type { IndexedRow } from '../rows.ts';
import { CodeColumn } from './code-column.ts';
import { DecimalColumn } from './decimal-column.ts';
import { ExactDecimals } from './exact-decimals.ts';
import { growFloats } from './growing-arrays.ts';
import { IdColumn } from './id-column.ts';
import { IdRankIndex } from './id-rank-index.ts';
import { RadixSorter } from './radix-sorter.ts';
import type { SortSource } from './sort-source.ts';
import { TimeOrder } from './time-order.ts';
import { TimeRankIndex } from './time-rank-index.ts';

/** The rows of one list, column by column; every array is by the rows' numbers, from 1. */
export abstract class ListColumns {
  /** Rows of the list; their numbers go from 1 to it. */
  size = 0;
  /** How often a row's time of creation has become another. */
  timeChanges = 0;
  readonly sorter = new RadixSorter();
  readonly decimals = new ExactDecimals();
  /** Epoch milliseconds. */
  createdAt = new Float64Array(0);
  ties = new Float64Array(0);
  readonly marginMode = new CodeColumn(marginModes);
  readonly ids = new IdColumn();
  readonly symbol = new CodeColumn();
  readonly side = new CodeColumn(['buy', 'sell']);
  readonly kind = new CodeColumn();
  readonly price = new DecimalColumn(this);
  readonly leverage = new DecimalColumn(this);
  readonly quantity = new DecimalColumn(this);
  readonly filledQuantity = new DecimalColumn(this);
  abstract readonly status: CodeColumn;
  /** Of orders only. */
  abstract readonly action: CodeColumn | null;
  abstract readonly pnl: DecimalColumn | null;
  readonly timeOrder = new TimeOrder(this, this.sorter);
  readonly timeRanks = new TimeRankIndex(this.timeOrder);
  readonly idRanks = new IdRankIndex(this.ids, this.sorter);

  /** By what the list can be sorted: in the order of the columns of its table, for whoever prepares them one after the other. */
  abstract readonly sources: ReadonlyMap<HistoryField, SortSource>;

  /** What the rows of both lists have. A row whose number is one above `size` is new, and its mode and id are for good. */
  protected putCommon(row: IndexedRow<'order-history'> | IndexedRow<'plan-history'>, isNew: boolean): void {
    const { number } = row;
    if (isNew) {
      this.ids.append(row.id);
      this.size = number;
    }
    const isMoved = !isNew && this.marginMode.valueOf(this.marginMode.codes[number] as number) !== row.marginMode;
    this.marginMode.set(number, row.marginMode, isNew);
    this.createdAt = growFloats(this.createdAt, number + 1);
    this.ties = growFloats(this.ties, number + 1);
    if (!isNew) {
      const isOtherTime = this.createdAt[number] !== row.createdAt;
      if (isOtherTime) this.timeChanges++;
      if (isOtherTime || isMoved || this.ties[number] !== row.tie) this.timeOrder.touch(number);
    }
    this.createdAt[number] = row.createdAt;
    this.ties[number] = row.tie;
    this.symbol.set(number, row.symbol, isNew);
    this.side.set(number, row.side, isNew);
    this.kind.set(number, row.kind, isNew);
    this.status.set(number, row.status, isNew);
    this.price.set(number, row.price, isNew);
    this.leverage.set(number, row.leverage, isNew);
    this.quantity.set(number, row.quantity, isNew);
    this.filledQuantity.set(number, row.filledQuantity, isNew);
  }
}

/** Historical orders (service-api.md 2.2). */
class OrderColumns extends ListColumns {
  readonly status = new CodeColumn(orderStatuses);
  readonly action = new CodeColumn(['open', 'close']);
  readonly averagePrice = new DecimalColumn(this);
  readonly pnl = new DecimalColumn(this);
  readonly sources = new Map<HistoryField, SortSource>([
    ['createdAt', this.timeRanks],
    ['symbol', this.symbol],
    ['side', this.side],
    ['kind', this.kind],
    ['action', this.action],
    ['price', this.price.ranks],
    ['averagePrice', this.averagePrice.ranks],
    ['quantity', this.quantity.ranks],
    ['filledQuantity', this.filledQuantity.ranks],
    ['pnl', this.pnl.ranks],
    ['status', this.status],
    ['leverage', this.leverage.ranks],
    ['marginMode', this.marginMode],
    ['id', this.idRanks],
  ]);

  put(row: IndexedRow<'order-history'>): void {
    const isNew = row.number > this.size;
    this.putCommon(row, isNew);
    this.action.set(row.number, row.action, isNew);
    this.averagePrice.set(row.number, row.averagePrice, isNew);
    this.pnl.set(row.number, row.pnl, isNew);
  }
}

/** Historical plan orders (service-api.md 2.3). */
class PlanColumns extends ListColumns {
  readonly status = new CodeColumn(planStatuses);
  readonly action = null;
  readonly pnl = null;
  readonly triggerDirection = new CodeColumn(['rises-to', 'falls-to']);
  readonly triggerPrice = new DecimalColumn(this);
  readonly takeProfit = new DecimalColumn(this);
  readonly stopLoss = new DecimalColumn(this);
  readonly sources = new Map<HistoryField, SortSource>([
    ['createdAt', this.timeRanks],
    ['symbol', this.symbol],
    ['side', this.side],
    ['kind', this.kind],
    ['triggerDirection', this.triggerDirection],
    ['triggerPrice', this.triggerPrice.ranks],
    ['price', this.price.ranks],
    ['quantity', this.quantity.ranks],
    ['filledQuantity', this.filledQuantity.ranks],
    ['status', this.status],
    ['takeProfit', this.takeProfit.ranks],
    ['stopLoss', this.stopLoss.ranks],
    ['leverage', this.leverage.ranks],
    ['marginMode', this.marginMode],
    ['id', this.idRanks],
  ]);

  put(row: IndexedRow<'plan-history'>): void {
    const isNew = row.number > this.size;
    this.putCommon(row, isNew);
    this.triggerDirection.set(row.number, row.triggerDirection, isNew);
    this.triggerPrice.set(row.number, row.triggerPrice, isNew);
    this.takeProfit.set(row.number, row.takeProfit, isNew);
    this.stopLoss.set(row.number, row.stopLoss, isNew);
  }
}

/** The columns of a list, and how a row of it is put into them. */
export type ColumnsOf<List extends HistoryList> = ListColumns & { put(row: IndexedRow<List>): void };

const made: { [List in HistoryList]: () => ColumnsOf<List> } = {
  'order-history': () => new OrderColumns(),
  'plan-history': () => new PlanColumns(),
};

export function makeColumns<List extends HistoryList>(list: List): ColumnsOf<List> {
  return made[list]();
}
