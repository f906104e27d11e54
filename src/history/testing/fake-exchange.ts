import type { ListEntry, OrderList, Priority } from '../../exchange/index.ts';
import type { PlanOrder } from '../../shared/contract/orders.ts';
import type { SeenPlan } from '../../shared/contract/plans.ts';
import type { HistoryList } from '../../shared/orders/history.ts';
import { blankRow } from '../../shared/testing/blank-row.ts';
import { type MarginMode, type PlanStatus, planStatuses } from '../../shared/values/domain.ts';
import { OrderglassError } from '../../shared/values/errors.ts';
import type { HistoryRows } from '../rows.ts';
import type { FetchOptions, HistoryExchange, PageQuery, SeenPlans } from '../sync/exchange.ts';

export type PlanEntry = ListEntry<PlanOrder>;

/** Response in place of the honest one; `null` for the honest one. Can throw. */
export type Misbehavior = (query: PageQuery, honest: PlanEntry[], exchange: FakeExchange) => PlanEntry[] | null;

interface Request {
  readonly marginMode: MarginMode;
  /** `undefined` for open plans. */
  readonly from: string | null | undefined;
  readonly priority: Priority;
}

/** An exchange in memory: the plan history of each margin mode, newest first, in pages of any size. */
export class FakeExchange implements HistoryExchange {
  readonly modes: Record<MarginMode, PlanEntry[]> = { isolated: [], cross: [] };
  /** IDs of plans that were open and are in the history now. */
  readonly released = new Set<string>();
  /** Keys of rows that were dropped. */
  readonly purged = new Set<string>();
  readonly requests: Request[] = [];
  pageSizes: readonly number[] = [100];
  misbehaves: Misbehavior = () => null;
  /** Called before each response. */
  onRequest: (count: number) => void = () => {};
  isSaturated = false;
  /** Plans that are not in the history yet, newest first. */
  readonly open: Record<MarginMode, PlanEntry[]> = { isolated: [], cross: [] };
  /** Error in place of the open plans. */
  openFailure: OrderglassError | null = null;
  /** Epoch milliseconds. */
  now: () => number = () => 1_800_000_000_000;
  /** Creation of the row that was added last. */
  time = 1_600_000_000_000;
  #added = 0;

  async fetchPage<List extends HistoryList>(
    _list: List,
    query: PageQuery,
    options: FetchOptions,
  ): Promise<OrderList<HistoryRows[List]>> {
    const count = await this.#receive(query, options);
    const size = this.pageSizes[count % this.pageSizes.length] ?? 100;
    const honest = this.answer(query).slice(0, size);
    const entries = this.misbehaves(query, honest, this) ?? honest;
    // The fake has rows of one list.
    return { entries: entries as unknown as ListEntry<HistoryRows[List]>[], fetchedAt: this.now() };
  }

  async fetchOpenPlans(marginMode: MarginMode, options: FetchOptions): Promise<SeenPlans> {
    await this.#receive({ marginMode, from: undefined }, options);
    if (this.openFailure !== null) throw this.openFailure;
    return { plans: this.open[marginMode].flatMap(seenOf), fetchedAt: this.now() };
  }

  async #receive(query: Pick<Request, 'marginMode' | 'from'>, { priority, signal }: FetchOptions): Promise<number> {
    const count = this.requests.push({ ...query, priority });
    this.onRequest(count);
    // Like any response, it comes later.
    await new Promise((resolve) => setImmediate(resolve));
    if (signal.aborted) throw new OrderglassError('canceled', 'the request was canceled');
    return count;
  }

  /** All rows that are older than `from` (docs/service.md 4.2). */
  answer({ marginMode, from }: PageQuery): PlanEntry[] {
    const rows = this.modes[marginMode];
    const place = from === null ? -1 : rows.findIndex((entry) => entry.id === from);
    if (from !== null && place < 0) throw new OrderglassError('invalid-request', 'there is no such order');
    return rows.slice(place + 1);
  }

  /** Adds the newest row, `after` milliseconds after the previous one. */
  add(marginMode: MarginMode, after = 1000, status: PlanStatus = 'fully-executed'): PlanOrder {
    this.time += after;
    const plan = planOf(`${marginMode.charAt(0)}${++this.#added}`, marginMode, this.time, status);
    this.modes[marginMode].unshift({ id: plan.id, row: plan });
    return plan;
  }

  /** Creates a plan that stays open. */
  hold(marginMode: MarginMode, after = 1000): void {
    this.time += after;
    const plan = planOf(`${marginMode.charAt(0)}${++this.#added}`, marginMode, this.time, 'fully-executed');
    this.open[marginMode].unshift({ id: plan.id, row: plan });
  }

  /** Moves an open plan into the history, to the place that its creation gives it. */
  release(marginMode: MarginMode, place: number): void {
    const [entry] = this.open[marginMode].splice(place, 1);
    if (entry === undefined) return;
    this.released.add(entry.id ?? '');
    const rows = this.modes[marginMode];
    const older = rows.findIndex((row) => numberOf(row) < numberOf(entry));
    rows.splice(older < 0 ? rows.length : older, 0, entry);
  }

  /** Drops `count` rows for good. */
  purge(marginMode: MarginMode, place: number, count: number): void {
    for (const { id } of this.modes[marginMode].splice(place, count)) this.purged.add(`${marginMode}:${id}`);
  }

  /** Inserts a row of its own behind another one, at the time of that one: it enters the history late. */
  insertLate(marginMode: MarginMode, place: number): PlanOrder | null {
    const neighbor = this.modes[marginMode][place];
    if (neighbor === undefined || !('row' in neighbor)) return null;
    const plan = planOf(`late${++this.#added}`, marginMode, neighbor.row.createdAt, 'fully-executed');
    this.modes[marginMode].splice(place + 1, 0, { id: plan.id, row: plan });
    return plan;
  }

  /** Moves a row to the other margin mode, to the place that its creation gives it. */
  moveMode(marginMode: MarginMode, place: number): void {
    const [entry] = this.modes[marginMode].splice(place, 1);
    if (entry === undefined || !('row' in entry)) return;
    const other = marginMode === 'cross' ? 'isolated' : 'cross';
    const { id, createdAt, status } = entry.row;
    const rows = this.modes[other];
    const older = rows.findIndex((row) => 'row' in row && row.row.createdAt <= createdAt);
    const plan = planOf(id, other, createdAt, status as PlanStatus);
    rows.splice(older < 0 ? rows.length : older, 0, { id, row: plan });
  }

  /** Swaps two neighbors that were created at the same time. */
  swap(marginMode: MarginMode, place: number): void {
    const rows = this.modes[marginMode];
    const [one, other] = [rows[place], rows[place + 1]];
    if (one === undefined || other === undefined || !('row' in one) || !('row' in other)) return;
    if (one.row.createdAt === other.row.createdAt) rows.splice(place, 2, other, one);
  }

  change(marginMode: MarginMode, place: number, status: PlanStatus): void {
    const entry = this.modes[marginMode][place];
    if (entry === undefined || !('row' in entry)) return;
    const { id, createdAt } = entry.row;
    this.modes[marginMode][place] = { id, row: planOf(id, marginMode, createdAt, status) };
  }

  /** Every row of the history, for comparing. */
  get all(): PlanOrder[] {
    return [...this.modes.isolated, ...this.modes.cross].flatMap((entry) => ('row' in entry ? [entry.row] : []));
  }
}

export function seenOf(entry: PlanEntry): SeenPlan[] {
  if (!('row' in entry)) return [];
  const { raw: _, status: _status, filledQuantity: _filled, ...plan } = entry.row;
  return [{ ...plan, triggerStatus: 'not-triggered' }];
}

/** IDs are numbered in the order of creation. */
function numberOf({ id }: PlanEntry): number {
  return Number(id?.slice(1));
}

function planOf(id: string, marginMode: MarginMode, createdAt: number, status: PlanStatus): PlanOrder {
  const number = planStatuses.indexOf(status);
  const raw = {
    order_id: id,
    ctime: createdAt / 1000,
    symbol: 'BTC-USDT',
    type: 'buy-limit',
    implement_status: number,
  };
  return {
    ...blankRow('plan-history'),
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
    triggerDirection: 'rises-to',
    triggerPrice: '1',
    takeProfit: null,
    stopLoss: null,
    filledQuantity: '1',
  };
}
