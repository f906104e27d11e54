import type { ListEntry, OrderList } from '../../../exchange/index.ts';
import { type MarginMode, type Order, orderStatuses } from '../../../shared/domain.ts';
import { OrderglassError } from '../../../shared/errors.ts';
import type { ListQuery } from '../../paging/list-reader.ts';
import type { AskOptions, SyncExchange } from '../sync/sync-exchange.ts';

export type OrderEntry = ListEntry<Order>;

/** Answers in place of the honest answer; `null`: the honest one. It may throw. */
export type Misbehaviour = (query: ListQuery, honest: OrderEntry[], exchange: FakeExchange) => OrderEntry[] | null;

/** An exchange in memory: of each margin mode its orders, newest first, in pages of whatever sizes it likes. */
export class FakeExchange implements SyncExchange<'order-history'> {
  readonly modes: Record<MarginMode, OrderEntry[]> = { isolated: [], cross: [] };
  /** The ids of those that had waited. */
  readonly released = new Set<string>();
  /** The keys of those that were dropped. */
  readonly purged = new Set<string>();
  readonly requests: (ListQuery & { readonly priority: string })[] = [];
  pageSizes: readonly number[] = [100];
  misbehaves: Misbehaviour = () => null;
  /** Called before each answer. */
  onRequest: (count: number) => void = () => {};
  saturated = false;
  /** Orders that are not in the list yet, newest first. */
  readonly waiting: Record<MarginMode, OrderEntry[]> = { isolated: [], cross: [] };
  /** What is answered in place of what waits. */
  waitingFailure: OrderglassError | null = null;
  /** Of the next row that is added. */
  time = 1_600_000_000_000;
  #added = 0;

  isSaturated(): boolean {
    return this.saturated;
  }

  async ask(query: ListQuery, { priority, signal }: AskOptions): Promise<OrderList<Order>> {
    const count = this.requests.push({ ...query, priority });
    this.onRequest(count);
    // As any answer, it comes later.
    await new Promise((resolve) => setImmediate(resolve));
    if (signal.aborted) throw new OrderglassError('cancelled', 'nobody waits for it');
    const size = this.pageSizes[count % this.pageSizes.length] ?? query.limit;
    const honest = this.answer(query).slice(0, Math.min(size, query.limit));
    return { entries: this.misbehaves(query, honest, this) ?? honest, fetchedAt: 1_700_000_000_000 + count };
  }

  askWaiting: SyncExchange<'order-history'>['askWaiting'] = async (query, { signal }) => {
    this.onRequest(this.requests.push({ ...query, priority: 'waiting' }));
    await new Promise((resolve) => setImmediate(resolve));
    if (signal.aborted) throw new OrderglassError('cancelled', 'nobody waits for it');
    if (this.waitingFailure !== null) throw this.waitingFailure;
    return { entries: this.answer(query, this.waiting).slice(0, query.limit), fetchedAt: 1_700_000_000_000 };
  };

  /** All that follows, as service-api.md 4.2 puts it. */
  answer(
    { marginMode, direct, from }: Pick<ListQuery, 'marginMode' | 'direct' | 'from'>,
    lists: Record<MarginMode, OrderEntry[]> = this.modes,
  ): OrderEntry[] {
    const rows = lists[marginMode];
    const place = from === undefined ? -1 : rows.findIndex((entry) => entry.id === from);
    if (from !== undefined && place < 0) throw new OrderglassError('invalid-request', 'there is no such order');
    if (direct === 'prev') return rows.slice(place + 1);
    return rows.slice(0, place < 0 ? rows.length : place).reverse();
  }

  /** Adds the newest one, so many milliseconds after the one before. */
  add(marginMode: MarginMode, after = 1000, status: Order['status'] = 'filled'): Order {
    this.time += after;
    const order = orderOf(`${marginMode.charAt(0)}${++this.#added}`, marginMode, this.time, status);
    this.modes[marginMode].unshift({ id: order.id, row: order });
    return order;
  }

  /** Creates one that waits outside the list. */
  hold(marginMode: MarginMode, after = 1000): void {
    this.time += after;
    const order = orderOf(`${marginMode.charAt(0)}${++this.#added}`, marginMode, this.time, 'filled');
    this.waiting[marginMode].unshift({ id: order.id, row: order });
  }

  /** Lets one of those that wait into the list, at the place that its creation gives it. */
  release(marginMode: MarginMode, place: number): void {
    const [entry] = this.waiting[marginMode].splice(place, 1);
    if (entry === undefined) return;
    this.released.add(entry.id ?? '');
    const rows = this.modes[marginMode];
    const older = rows.findIndex((row) => numberOf(row) < numberOf(entry));
    rows.splice(older < 0 ? rows.length : older, 0, entry);
  }

  /** Drops so many orders in a row for good. */
  purge(marginMode: MarginMode, place: number, count: number): void {
    for (const { id } of this.modes[marginMode].splice(place, count)) this.purged.add(`${marginMode}:${id}`);
  }

  /** Gives one of the orders another status. */
  change(marginMode: MarginMode, place: number, status: Order['status']): void {
    const entry = this.modes[marginMode][place];
    if (entry === undefined || !('row' in entry)) return;
    const { id, createdAt } = entry.row;
    this.modes[marginMode][place] = { id, row: orderOf(id, marginMode, createdAt, status) };
  }

  /** All there is, for comparing. */
  get all(): Order[] {
    return [...this.modes.isolated, ...this.modes.cross].flatMap((entry) => ('row' in entry ? [entry.row] : []));
  }
}

/** They are numbered in the order of their creation. */
function numberOf({ id }: OrderEntry): number {
  return Number(id?.slice(1));
}

function orderOf(id: string, marginMode: MarginMode, createdAt: number, status: Order['status']): Order {
  const number = [...orderStatuses, status].indexOf(status) + 1;
  const raw = { order_id: id, ctime: createdAt / 1000, symbol: 'BTC-USDT', type: 'buy-limit', status: number };
  return {
    key: `${marginMode}:${id}`,
    id,
    marginMode,
    createdAt,
    symbol: 'BTC-USDT',
    type: 'buy-limit',
    side: 'buy',
    kind: 'limit',
    price: '1',
    leverage: '10',
    quantity: '1',
    raw: JSON.stringify(raw),
    status,
    action: 'open',
    filledQuantity: '1',
    averagePrice: '1',
    pnl: '0',
  };
}
