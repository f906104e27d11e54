import { marginModes } from '../../shared/domain.ts';
import {
  type IncompleteReason,
  incompleteReasons,
  positionSides,
  type TradeField,
  tradeStates,
} from '../../shared/trades.ts';
import { CodeColumn } from '../index/code-column.ts';
import { DecimalColumn } from '../index/decimal-column.ts';
import { ExactDecimals } from '../index/exact-decimals.ts';
import { grow } from '../index/growing-arrays.ts';
import { RadixSorter } from '../index/radix-sorter.ts';
import type { RankSource } from '../index/row-sort.ts';
import { TimeOrder, TimeRankIndex } from '../index/time-order.ts';
import type { Units } from './units.ts';

/** Content of a trade. See `Trade`. */
export interface TradeContent {
  /** Row numbers of its first and last order. */
  readonly first: number;
  readonly last: number;
  /** Number of its orders. */
  readonly orders: number;
  readonly symbol: string | null;
  readonly marginMode: string | null;
  readonly side: string | null;
  readonly state: string | null;
  readonly openedAt: number;
  /** NaN if it is open. */
  readonly closedAt: number;
  /** See `IndexedRow.tie`; of its first order. */
  readonly tie: number;
  readonly largestSize: Units | null;
  readonly openedQuantity: Units | null;
  readonly closedQuantity: Units | null;
  readonly entryPrice: Units | null;
  readonly exitPrice: Units | null;
  readonly pnl: Units;
  readonly pnlPerContract: Units | null;
  /** Row number of the order with the highest leverage; 0 if none has one. */
  readonly leveraged: number;
  /** See `reasonBits`. */
  readonly reasons: number;
}

/** A bit for each reason. */
export function reasonBits(reason: IncompleteReason): number {
  return 1 << incompleteReasons.indexOf(reason);
}

/** All trades as columns: arrays by trade number, from 1. The number of a trade that is no longer there is used again. */
export class TradeColumns {
  /** Highest trade number. */
  size = 0;
  /** Trades that are there. */
  count = 0;
  /** Counts the trades whose `createdAt` was replaced by another one. */
  timeChanges = 0;
  readonly sorter = new RadixSorter();
  readonly decimals = new ExactDecimals();
  /** 1 for each trade that is there. */
  alive = new Uint8Array(0);
  /** Row numbers of the first and the last order. */
  firstRows = new Uint32Array(0);
  lastRows = new Uint32Array(0);
  /** Opening, epoch milliseconds. */
  createdAt = new Float64Array(0);
  /** See `TradeContent.tie`. */
  ties = new Float64Array(0);
  /** See `reasonBits`. */
  reasons = new Uint8Array(0);
  readonly marginMode = new CodeColumn(marginModes);
  readonly symbol = new CodeColumn();
  readonly side = new CodeColumn(positionSides);
  readonly state = new CodeColumn(tradeStates);
  readonly closedAt = new DecimalColumn(this);
  readonly duration = new DecimalColumn(this);
  readonly orders = new DecimalColumn(this);
  readonly largestSize = new DecimalColumn(this);
  readonly openedQuantity = new DecimalColumn(this);
  readonly closedQuantity = new DecimalColumn(this);
  readonly entryPrice = new DecimalColumn(this);
  readonly exitPrice = new DecimalColumn(this);
  readonly pnl = new DecimalColumn(this);
  readonly pnlPerContract = new DecimalColumn(this);
  readonly leverage = new DecimalColumn(this);
  readonly timeOrder = new TimeOrder(this, this.sorter);
  /** The order of the trades by each field. */
  readonly sources: ReadonlyMap<TradeField, RankSource> = new Map<TradeField, RankSource>([
    ['openedAt', new TimeRankIndex(this.timeOrder, this)],
    ['closedAt', this.closedAt.rankIndex],
    ['symbol', this.symbol],
    ['side', this.side],
    ['marginMode', this.marginMode],
    ['state', this.state],
    ['duration', this.duration.rankIndex],
    ['orders', this.orders.rankIndex],
    ['largestSize', this.largestSize.rankIndex],
    ['openedQuantity', this.openedQuantity.rankIndex],
    ['closedQuantity', this.closedQuantity.rankIndex],
    ['entryPrice', this.entryPrice.rankIndex],
    ['exitPrice', this.exitPrice.rankIndex],
    ['pnl', this.pnl.rankIndex],
    ['pnlPerContract', this.pnlPerContract.rankIndex],
    ['leverage', this.leverage.rankIndex],
  ]);
  readonly #free: number[] = [];

  /** Returns the number for a trade that will be stored with `put`. */
  allocate(): number {
    return this.#free.pop() ?? this.size + 1;
  }

  /** Stores a trade. `number`: of a stored trade, or from `allocate`. `leverages`: the orders' column. */
  put(number: number, trade: TradeContent, leverages: DecimalColumn): void {
    const isNew = number > this.size;
    if (isNew) this.#add(number);
    else this.#noteMove(number, trade);
    if (this.alive[number] === 0) this.count++;
    this.alive[number] = 1;
    this.firstRows[number] = trade.first;
    this.lastRows[number] = trade.last;
    this.createdAt[number] = trade.openedAt;
    this.ties[number] = trade.tie;
    this.reasons[number] = trade.reasons;
    this.marginMode.set(number, trade.marginMode);
    this.symbol.set(number, trade.symbol);
    this.side.set(number, trade.side);
    this.state.set(number, trade.state);
    this.closedAt.setWhole(number, trade.closedAt, isNew);
    this.duration.setWhole(number, trade.closedAt - trade.openedAt, isNew);
    this.orders.setWhole(number, trade.orders, isNew);
    setUnits(this.largestSize, number, trade.largestSize, isNew);
    setUnits(this.openedQuantity, number, trade.openedQuantity, isNew);
    setUnits(this.closedQuantity, number, trade.closedQuantity, isNew);
    setUnits(this.entryPrice, number, trade.entryPrice, isNew);
    setUnits(this.exitPrice, number, trade.exitPrice, isNew);
    setUnits(this.pnl, number, trade.pnl, isNew);
    setUnits(this.pnlPerContract, number, trade.pnlPerContract, isNew);
    if (trade.leveraged === 0) this.leverage.setWhole(number, Number.NaN, isNew);
    else this.leverage.copy(number, leverages, trade.leveraged, isNew);
  }

  remove(number: number): void {
    this.alive[number] = 0;
    this.count--;
    this.#free.push(number);
  }

  #add(number: number): void {
    this.size = number;
    this.alive = grow(this.alive, number + 1);
    this.firstRows = grow(this.firstRows, number + 1);
    this.lastRows = grow(this.lastRows, number + 1);
    this.createdAt = grow(this.createdAt, number + 1);
    this.ties = grow(this.ties, number + 1);
    this.reasons = grow(this.reasons, number + 1);
  }

  #noteMove(number: number, { openedAt, tie, marginMode }: TradeContent): void {
    const hasOtherTime = this.createdAt[number] !== openedAt;
    const hasOtherMode = this.marginMode.valueOf(this.marginMode.codes[number] as number) !== marginMode;
    if (hasOtherTime) this.timeChanges++;
    if (hasOtherTime || hasOtherMode || this.ties[number] !== tie) this.timeOrder.markChanged(number);
  }
}

function setUnits(column: DecimalColumn, number: number, value: Units | null, isNew: boolean): void {
  if (value === null) column.setWhole(number, Number.NaN, isNew);
  else column.setUnits(number, value.units, value.places, isNew);
}
