import { withoutZero } from '../../shared/decimal.ts';
import { marginModes, orderStatuses, planStatuses } from '../../shared/domain.ts';
import type { HistoryField, HistoryList } from '../../shared/history.ts';
import type { IndexedRow } from '../rows.ts';
import { CodeColumn } from './code-column.ts';
import { DecimalColumn } from './decimal-column.ts';
import { ExactDecimals } from './exact-decimals.ts';
import { grow } from './growing-arrays.ts';
import { IdColumn, IdRankIndex } from './id-column.ts';
import { RadixSorter } from './radix-sorter.ts';
import type { RankSource } from './row-sort.ts';
import { TimeOrder, TimeRankIndex } from './time-order.ts';

/** The rows of one list as columns: arrays by row number, from 1. */
export abstract class ListColumns {
  /** Rows of the list, and the highest row number. */
  size = 0;
  /** Counts the rows whose `createdAt` was replaced by another one. */
  timeChanges = 0;
  readonly sorter = new RadixSorter();
  readonly decimals = new ExactDecimals();
  /** Epoch milliseconds. */
  createdAt = new Float64Array(0);
  /** See `IndexedRow.tie`. */
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
  /** `null` for plan orders. */
  abstract readonly action: CodeColumn | null;
  /** `null` for plan orders. */
  abstract readonly pnl: DecimalColumn | null;
  readonly timeOrder = new TimeOrder(this, this.sorter);
  readonly timeRanks = new TimeRankIndex(this.timeOrder, this);
  readonly idRanks = new IdRankIndex(this.ids, this.sorter);

  /** The order of the rows by each field, in the sequence of the table's columns. */
  abstract readonly sources: ReadonlyMap<HistoryField, RankSource>;

  /** Stores the fields that both lists have. `isNew`: the row number is `size + 1`. The ID of an existing row must not differ. */
  protected putCommon(row: IndexedRow<'order-history'> | IndexedRow<'plan-history'>, isNew: boolean): void {
    const { number } = row;
    if (isNew) {
      this.ids.append(row.id);
      this.size = number;
      this.createdAt = grow(this.createdAt, number + 1);
      this.ties = grow(this.ties, number + 1);
    } else {
      this.#noteMove(row);
    }
    this.createdAt[number] = row.createdAt;
    this.ties[number] = row.tie;
    this.marginMode.set(number, row.marginMode);
    this.symbol.set(number, row.symbol);
    this.side.set(number, row.side);
    this.kind.set(number, row.kind);
    this.status.set(number, row.status);
    this.price.set(number, row.price, isNew);
    this.leverage.set(number, row.leverage, isNew);
    this.quantity.set(number, row.quantity, isNew);
    this.filledQuantity.set(number, row.filledQuantity, isNew);
  }

  /** Notes whether the new content of a row changes the row's position in the default order. */
  #noteMove({ number, createdAt, marginMode, tie }: IndexedRow): void {
    const hasOtherTime = this.createdAt[number] !== createdAt;
    const hasOtherMode = this.marginMode.valueOf(this.marginMode.codes[number] as number) !== marginMode;
    if (hasOtherTime) this.timeChanges++;
    if (hasOtherTime || hasOtherMode || this.ties[number] !== tie) this.timeOrder.markChanged(number);
  }
}

/** Historical orders (docs/service.md 2.2). */
export class OrderColumns extends ListColumns {
  readonly status = new CodeColumn(orderStatuses);
  readonly action = new CodeColumn(['open', 'close']);
  readonly averagePrice = new DecimalColumn(this);
  readonly pnl = new DecimalColumn(this);
  readonly sources = new Map<HistoryField, RankSource>([
    ['createdAt', this.timeRanks],
    ['symbol', this.symbol],
    ['side', this.side],
    ['kind', this.kind],
    ['action', this.action],
    ['price', this.price.rankIndex],
    ['averagePrice', this.averagePrice.rankIndex],
    ['quantity', this.quantity.rankIndex],
    ['filledQuantity', this.filledQuantity.rankIndex],
    ['pnl', this.pnl.rankIndex],
    ['status', this.status],
    ['leverage', this.leverage.rankIndex],
    ['marginMode', this.marginMode],
    ['id', this.idRanks],
  ]);

  put(row: IndexedRow<'order-history'>): void {
    const isNew = row.number > this.size;
    this.putCommon(row, isNew);
    this.action.set(row.number, row.action);
    this.averagePrice.set(row.number, row.averagePrice, isNew);
    this.pnl.set(row.number, row.pnl, isNew);
  }
}

/** Historical plan orders (docs/service.md 2.3). */
class PlanColumns extends ListColumns {
  readonly status = new CodeColumn(planStatuses);
  readonly action = null;
  readonly pnl = null;
  readonly triggerDirection = new CodeColumn(['rises-to', 'falls-to']);
  readonly triggerPrice = new DecimalColumn(this);
  readonly takeProfit = new DecimalColumn(this);
  readonly stopLoss = new DecimalColumn(this);
  readonly sources = new Map<HistoryField, RankSource>([
    ['createdAt', this.timeRanks],
    ['symbol', this.symbol],
    ['side', this.side],
    ['kind', this.kind],
    ['triggerDirection', this.triggerDirection],
    ['triggerPrice', this.triggerPrice.rankIndex],
    ['price', this.price.rankIndex],
    ['quantity', this.quantity.rankIndex],
    ['filledQuantity', this.filledQuantity.rankIndex],
    ['status', this.status],
    ['takeProfit', this.takeProfit.rankIndex],
    ['stopLoss', this.stopLoss.rankIndex],
    ['leverage', this.leverage.rankIndex],
    ['marginMode', this.marginMode],
    ['id', this.idRanks],
  ]);

  put(row: IndexedRow<'plan-history'>): void {
    const isNew = row.number > this.size;
    this.putCommon(row, isNew);
    this.triggerDirection.set(row.number, row.triggerDirection);
    this.triggerPrice.set(row.number, row.triggerPrice, isNew);
    // Zero means none, so these rows are sorted last, like those without a value.
    this.takeProfit.set(row.number, withoutZero(row.takeProfit), isNew);
    this.stopLoss.set(row.number, withoutZero(row.stopLoss), isNew);
  }
}

/** Columns of a list. `put` stores a row whose number is at most `size + 1`. */
export type ColumnsOf<List extends HistoryList> = ListColumns & { put(row: IndexedRow<List>): void };

const columnsOf: { [List in HistoryList]: () => ColumnsOf<List> } = {
  'order-history': () => new OrderColumns(),
  'plan-history': () => new PlanColumns(),
};

/** Creates the empty columns of a list. */
export function createColumns<List extends HistoryList>(list: List): ColumnsOf<List> {
  return columnsOf[list]();
}
