import type { ListEntry, ReadTime } from '../exchange/index.ts';
import type { Order, PlanOrder } from '../shared/contract/orders.ts';
import type { HistoryList } from '../shared/orders/history.ts';
import { fieldsOf, isDecimal, type ListField, type OrderField } from '../shared/orders/order-fields.ts';
import type { Settlement } from '../shared/orders/trades.ts';
import type { UnreadableFacts } from '../shared/orders/unreadable-row.ts';
import { compareDecimals, trimmed } from '../shared/values/decimal.ts';
import type { Decimal, MarginMode, OrderStatus, PlanStatus, Timestamp } from '../shared/values/domain.ts';
import type { WholeArray } from './table/growing-arrays.ts';

/** Row type of each list. */
export interface HistoryRows {
  'order-history': Order;
  'plan-history': PlanOrder;
}

/** A row as the index takes it. */
export interface IndexedRow {
  /** Number of the row in its list: from 1, in the order of arrival, without gaps. */
  number: number;
  /** Order among the rows of one margin mode and one `createdAt`: the higher, the newer. */
  tie: number;
  id: string;
  marginMode: MarginMode;
  createdAt: Timestamp;
  /** Values of `valueFields`. In an array, because reading a field by a name that varies takes ten times as long as reading an element. */
  values: readonly (string | null)[];
  /** Only in a joint archive. */
  account?: string;
}

/** What cannot change of an order, as a text. Rows with one ID and another identity are two orders, of two margin modes or two symbols. */
export function identityOf(row: {
  readonly createdAt: Timestamp;
  readonly symbol: unknown;
  readonly side: unknown;
  readonly action?: unknown;
  readonly quantity: unknown;
}): string {
  const { createdAt, symbol, side, action = null, quantity } = row;
  return JSON.stringify([createdAt, symbol, side, action, typeof quantity === 'string' ? trimmed(quantity) : null]);
}

const unfinishedStatuses: ReadonlySet<string> = new Set([
  ...(['pending', 'partially-filled', 'canceling'] satisfies OrderStatus[]),
  ...(['placing-order', 'partially-executed'] satisfies PlanStatus[]),
]);

/** What tells two states of one order apart. */
export interface RowState {
  readonly status: string;
  readonly filledQuantity: Decimal | null;
}

/** Above zero if a state of an order is the later one: a final state beats one that is not, then the larger executed quantity does. */
export function compareStates(one: RowState, other: RowState): number {
  const isFinal = ({ status }: RowState) => !unfinishedStatuses.has(status) && !status.startsWith('unknown:');
  const byStatus = Number(isFinal(one)) - Number(isFinal(other));
  if (byStatus !== 0) return byStatus;
  const [quantity, otherQuantity] = [one.filledQuantity, other.filledQuantity];
  if (quantity !== null && otherQuantity !== null) return compareDecimals(quantity, otherQuantity);
  return Number(quantity !== null) - Number(otherQuantity !== null);
}

const symbolMark = ' · ';

/** ID under which an order is stored if another order of its margin mode, with another symbol, has its ID. */
export function idWithSymbol(id: string, symbol: string): string {
  return `${id}${symbolMark}${symbol}`;
}

/** The exchange's ID of a stored row. */
export function wireIdOf(id: string): string {
  const end = id.indexOf(symbolMark);
  return end > 0 ? id.slice(0, end) : id;
}

export type { ExecutionSlice } from '../shared/contract/history.ts';

const otherFields: ReadonlySet<OrderField> = new Set(['key', 'id', 'marginMode', 'createdAt', 'raw']);

/** Returns the fields of a list whose values are in `IndexedRow.values`, in their order. */
export function valueFields(list: HistoryList): ListField[] {
  return fieldsOf(list).filter(({ name }) => !otherFields.has(name));
}

/** True for a field whose texts many rows share, and which the index has as they are stored: a word or a symbol. */
export function isShared({ kind, column }: ListField): boolean {
  return column !== null && !isDecimal(kind);
}

/** Texts, or `null`, of some rows. */
export interface CodedTexts {
  /** Each different text once, in a JSON array. */
  readonly words: string;
  /** The place of each row's text in the array. */
  readonly codes: WholeArray;
}

/** What the index has of some rows, exactly as it is stored. */
export interface SharedColumns {
  readonly times: Float64Array<ArrayBuffer>;
  /** By field: the margin mode, and the fields for which `isShared` is true. */
  readonly texts: Readonly<Record<string, CodedTexts>> & { readonly marginMode: CodedTexts };
}

/** Version of the derivation of trades (docs/trades.md). With a higher one, each archive derives its trades again. */
export const tradeDerivation = 9;

/** A trade as the archive stores it: the row numbers of its first and last order, and reasons separated by spaces. */
export interface StoredTrade {
  readonly first: number;
  readonly last: number;
  /** Earliest creation of its orders. */
  readonly firstCreated: Timestamp;
  /** A number from the row numbers of its orders. */
  readonly members: number;
  readonly incomplete: string;
  /** Values of `tradeFields`, in an array like `IndexedRow.values`. Exact decimals are texts. */
  readonly values: readonly (string | number | null)[];
}

/** A place of a list at which rows may be missing. */
export interface HistoryBreak {
  readonly marginMode: MarginMode;
  /** The older and the newer end of a gap; both are `null` for the past before the oldest row. */
  readonly after: Timestamp | null;
  readonly before: Timestamp | null;
}

/** What the user says of an account's orders, which no order tells. */
export interface UserWords {
  /** What doubtful orders did (docs/trades.md 4.2), by `OrderDoubt.id`. */
  readonly settled: Readonly<Record<string, Settlement>>;
  /** The new names of symbols (docs/trades.md 6.1), by their earlier ones. */
  readonly renamed: Readonly<Record<string, string>>;
  /** Sizes of contracts (docs/trades.md 7), by symbol. */
  readonly contractSizes: Readonly<Record<string, Decimal>>;
}

export const noWords: UserWords = { settled: {}, renamed: {}, contractSizes: {} };

/** An order that could not be read, as far as it can be told what it is. */
export interface UnreadableOrder extends UnreadableFacts {
  /** Names it among the unreadable orders of the account. */
  readonly id: string;
  readonly marginMode: string;
  /** When its text came: it was created before. */
  readonly seenAt: Timestamp;
}

/** A page as the service sent it, newest row first (docs/service.md 4.1, 4.2: `direct` is `prev`). */
export interface FetchedPage<List extends HistoryList = HistoryList> {
  list: List;
  marginMode: MarginMode;
  /** ID of the row that the first entry follows; `null` for the newest page. */
  from: string | null;
  /** The trading pair of the request: such a page does not say which rows are neighbors. `null`: all pairs. */
  symbol: string | null;
  entries: readonly ListEntry<HistoryRows[List]>[];
  fetchedAt: Timestamp;
  /** Absent if it is not known closely enough to tell when orders were executed. */
  readAt?: ReadTime;
}
