import { marginModes, orderStatuses, planStatuses } from '../../../shared/domain.ts';
import type { HistoryField, HistoryList } from '../../../shared/history.ts';
import type { ArchivedRow } from '../archived-rows.ts';
import { CodeColumn } from './code-column.ts';
import { DecimalColumn } from './decimal-column.ts';
import { ExactDecimals } from './exact-decimals.ts';
import { growFloats } from './growing-arrays.ts';
import { IdColumn } from './id-column.ts';
import { IdRanks } from './id-ranks.ts';
import { RadixSorter } from './radix-sorter.ts';
import type { SortSource } from './sort-source.ts';
import { TimeOrder } from './time-order.ts';

/** The rows of one list, column by column; every array is by the rows' numbers, from 1. */
export abstract class ListColumns {
  /** Rows of the list; their numbers go from 1 to it. */
  size = 0;
  /** How often a row's time of creation has become another. */
  timeChanges = 0;
  readonly #columns: { reserve(size: number): void }[] = [];
  readonly sorter = new RadixSorter();
  readonly decimals = new ExactDecimals();
  readonly createdAt = this.newDecimals();
  ties = new Float64Array(0);
  readonly marginMode = this.newCodes(marginModes);
  readonly ids = new IdColumn(this.marginMode);
  readonly symbol = this.newCodes();
  readonly side = this.newCodes(['buy', 'sell']);
  readonly kind = this.newCodes();
  readonly price = this.newDecimals();
  readonly leverage = this.newDecimals();
  readonly quantity = this.newDecimals();
  readonly filledQuantity = this.newDecimals();
  abstract readonly status: CodeColumn;
  /** Of orders only. */
  abstract readonly action: CodeColumn | null;
  abstract readonly pnl: DecimalColumn | null;
  readonly timeOrder = new TimeOrder(this, this.sorter);
  readonly #idRanks = new IdRanks(this.ids, this.sorter);

  /** By what the list can be sorted. */
  abstract readonly sources: ReadonlyMap<HistoryField, SortSource>;

  protected get commonSources(): [HistoryField, SortSource][] {
    return [
      ['createdAt', this.createdAt.ranks],
      ['symbol', this.symbol],
      ['side', this.side],
      ['kind', this.kind],
      ['price', this.price.ranks],
      ['quantity', this.quantity.ranks],
      ['filledQuantity', this.filledQuantity.ranks],
      ['leverage', this.leverage.ranks],
      ['marginMode', this.marginMode],
      ['id', this.#idRanks],
    ];
  }

  /** Makes room for so many rows at once. */
  reserve(size: number): void {
    for (const column of [this.ids, ...this.#columns]) column.reserve(size);
    this.ties = growFloats(this.ties, size + 1);
  }

  protected newDecimals(): DecimalColumn {
    const column = new DecimalColumn(this);
    this.#columns.push(column);
    return column;
  }

  protected newCodes(names?: readonly string[]): CodeColumn {
    const column = new CodeColumn(names);
    this.#columns.push(column);
    return column;
  }

  /** What the rows of both lists have. A row whose number is one above `size` is new, and its mode and id are for good. */
  protected putCommon(row: ArchivedRow<'order-history'> | ArchivedRow<'plan-history'>, isNew: boolean): void {
    const { number } = row;
    if (isNew) {
      this.marginMode.set(number, row.marginMode, true);
      this.ids.append(row.id);
      this.size = number;
    }
    const isOtherTime = this.createdAt.setWhole(number, row.createdAt, isNew);
    this.ties = growFloats(this.ties, number + 1);
    if (!isNew) {
      if (isOtherTime) this.timeChanges++;
      if (isOtherTime || this.ties[number] !== row.tie) this.timeOrder.touch(number);
    }
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
  readonly status = this.newCodes(orderStatuses);
  readonly action = this.newCodes(['open', 'close']);
  readonly averagePrice = this.newDecimals();
  readonly pnl = this.newDecimals();
  readonly sources = new Map<HistoryField, SortSource>([
    ...this.commonSources,
    ['status', this.status],
    ['action', this.action],
    ['averagePrice', this.averagePrice.ranks],
    ['pnl', this.pnl.ranks],
  ]);

  put(row: ArchivedRow<'order-history'>): void {
    const isNew = row.number > this.size;
    this.putCommon(row, isNew);
    this.action.set(row.number, row.action, isNew);
    this.averagePrice.set(row.number, row.averagePrice, isNew);
    this.pnl.set(row.number, row.pnl, isNew);
  }
}

/** Historical plan orders (service-api.md 2.3). */
class PlanColumns extends ListColumns {
  readonly status = this.newCodes(planStatuses);
  readonly action = null;
  readonly pnl = null;
  readonly triggerDirection = this.newCodes(['rises-to', 'falls-to']);
  readonly triggerPrice = this.newDecimals();
  readonly takeProfit = this.newDecimals();
  readonly stopLoss = this.newDecimals();
  readonly sources = new Map<HistoryField, SortSource>([
    ...this.commonSources,
    ['status', this.status],
    ['triggerDirection', this.triggerDirection],
    ['triggerPrice', this.triggerPrice.ranks],
    ['takeProfit', this.takeProfit.ranks],
    ['stopLoss', this.stopLoss.ranks],
  ]);

  put(row: ArchivedRow<'plan-history'>): void {
    const isNew = row.number > this.size;
    this.putCommon(row, isNew);
    this.triggerDirection.set(row.number, row.triggerDirection, isNew);
    this.triggerPrice.set(row.number, row.triggerPrice, isNew);
    this.takeProfit.set(row.number, row.takeProfit, isNew);
    this.stopLoss.set(row.number, row.stopLoss, isNew);
  }
}

/** The columns of a list, and how a row of it is put into them. */
export type ColumnsOf<List extends HistoryList> = ListColumns & { put(row: ArchivedRow<List>): void };

const made: { [List in HistoryList]: () => ColumnsOf<List> } = {
  'order-history': () => new OrderColumns(),
  'plan-history': () => new PlanColumns(),
};

export function makeColumns<List extends HistoryList>(list: List): ColumnsOf<List> {
  return made[list]();
}
