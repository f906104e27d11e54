import type { Decimal } from '../../shared/values/domain.ts';
import type { OrderTable } from '../orders/list-table.ts';
import type { HistoryBreak } from '../rows.ts';
import { grow, type WholeArray, widen } from '../table/growing-arrays.ts';
import { OrderDoubts } from './doubtful-orders.ts';
import { ExecutionIntervals } from './execution-intervals.ts';
import { firstLeg, type Leg, LegNumbers } from './legs.ts';
import { TradeTable } from './trade-table.ts';

/** The trades of a history as far as they are derived, and what came since then. */
export class DerivationState {
  readonly orders: OrderTable;
  readonly table: TradeTable;
  readonly legs: LegNumbers;
  readonly intervals: ExecutionIntervals;
  readonly doubts: OrderDoubts;
  /** Number of the leg and of the trade of each order, by row number; see `LegNumbers.legOf`, and 0 for no trade. */
  legOf: WholeArray = new Uint8Array(0);
  tradeOf = new Uint32Array(0);
  /** Number of orders that have been assigned to legs. */
  size = 0;
  /** Row numbers of orders that have changed since the last update. */
  readonly changed = new Set<number>();
  /** Row numbers of the orders that close and whose side is unknown, so that their leg is inferred. */
  readonly withoutSide = new Set<number>();
  /** Numbers of the archive's trades by their first orders, until all trades have been derived; `null` if there are none. */
  stored: Uint32Array | null = null;
  /** Orders that were put while trades were restored, which the archive may have read before. */
  readonly unsure = new Set<number>();
  /** Orders of the account that speak for each cost method. */
  readonly methods = { average: 0, fifo: 0 };
  /** Where orders may be missing. */
  breaks: readonly HistoryBreak[] = [];
  /** Sizes of contracts that the user has typed, by symbol. */
  typedSizes: Readonly<Record<string, Decimal>> = {};
  /** True if the legs may be divided at other times. */
  hasNewCuts = false;
  /** True if the reasons of all trades must be set again. */
  hasNewReasons = false;

  constructor(orders: OrderTable) {
    this.orders = orders;
    this.legs = new LegNumbers(orders);
    this.table = new TradeTable(orders, (row) => this.tradeOf[row] ?? 0);
    this.intervals = new ExecutionIntervals(orders);
    this.doubts = new OrderDoubts(orders, this.intervals, (row) => this.hasLeg(row));
  }

  /** Makes room for orders. `size`: highest row number. */
  reserve(size: number): void {
    this.legOf = grow(this.legOf, size + 1);
    this.tradeOf = grow(this.tradeOf, size + 1);
    this.size = size;
  }

  setLeg(row: number, number: number): void {
    this.legOf = widen(this.legOf, number);
    this.legOf[row] = number;
  }

  hasLeg(row: number): boolean {
    return (this.legOf[row] ?? 0) >= firstLeg;
  }

  doubtsChanged(): void {
    this.doubts.expire();
    this.hasNewCuts = true;
    this.hasNewReasons = true;
  }

  /** The size of a symbol's contract that the user has typed; `null` if the user has not. */
  typedSize(symbol: string): Decimal | null {
    return Object.hasOwn(this.typedSizes, symbol) ? (this.typedSizes[symbol] ?? null) : null;
  }

  symbolOf({ symbol }: Leg): string {
    return this.orders.columns.symbol.valueOf(symbol) ?? '';
  }

  /** Returns how to compare two orders of a leg by the starts of their intervals; those of one moment by creation. */
  compareStarts(): (a: number, b: number) => number {
    if (this.intervals.isUnobserved) return (a, b) => this.legs.compare(a, b);
    const { fromOf } = this.intervals.read();
    return (a, b) => fromOf(a) - fromOf(b) || this.legs.compare(a, b);
  }
}
