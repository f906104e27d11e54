import type { HistoryState } from '../../shared/contract/history.ts';
import type { PositionRisk } from '../../shared/contract/positions.ts';
import type { QuestionOf } from '../../shared/contract/questions.ts';
import type { TradeFilter } from '../../shared/contract/trades.ts';
import { readUntilOf } from '../../shared/orders/history.ts';
import { closes, orphanOf } from '../../shared/risk/orphan.ts';
import { isStoredSince, makePositionBook, wholeModesOf } from '../../shared/risk/position-book.ts';
import { dayOf, startOfDay } from '../../shared/time/days.ts';
import type { Timestamp } from '../../shared/values/domain.ts';
import { greatest } from '../../shared/values/extremes.ts';
import type { HistoryStore } from '../store/history-store.ts';
import { facts } from '../store/meta-table.ts';
import type { Steps } from '../table/steps.ts';
import { losingStreak } from '../trades/losing-streak.ts';
import type { Trades } from '../trades/trades.ts';

/** Most orders that are not filled. The newest are read. */
const maxOrders = 1000;
const waiting = { statuses: ['pending', 'partially-filled'] };

export interface PositionSources {
  readonly store: HistoryStore;
  readonly trades: Trades;
  /** Of the order history, as the state. */
  readonly version: number;
  readonly state: Pick<HistoryState, 'modes' | 'unreadable' | 'checkedAt' | 'clockAhead'>;
}

/**
 * Returns the open positions of an account and everything that their risk depends on, as far as its stored orders tell. A step reads at most one
 * contract. `now`: by the exchange's clock.
 */
export function* positionRiskOf(
  { store, trades, version, state }: PositionSources,
  { plans = [], zone }: Pick<QuestionOf<'readPositionRisk'>, 'plans' | 'zone'>,
  now: Timestamp,
): Steps<PositionRisk> {
  const index = trades.orders;
  const numbers = index.select({ filter: waiting, sort: [], zone: 'UTC', now }).subarray(0, maxOrders);
  const positions = yield* trades.readPositions();
  const orders = store.read(({ lists }) => lists['order-history'].rows.rows([...numbers]));
  const symbols = new Set([...positions, ...plans, ...orders].map(({ symbol }) => symbol));
  yield;
  const contracts: PositionRisk['contracts'] = [];
  for (const symbol of symbols) {
    contracts.push({ symbol, ...(yield* trades.readContractSize(symbol)) });
    yield;
  }
  const known = {
    positions,
    doubts: trades.doubts(),
    renamed: index.newNames(),
    wholeModes: wholeModesOf(state),
    orders,
    contracts,
  };
  const book = makePositionBook({ ...known, plans: [] });
  yield;
  const today = zone === undefined ? null : todayOf({ store, trades, state }, zone, now);
  yield;
  return {
    ...known,
    version,
    plans: plans.map((plan) => {
      const { key, symbol, marginMode, side, createdAt } = plan;
      const wasOpen = trades.wasOpen({ symbol, marginMode, side: side && closes[side], at: createdAt });
      return { key, wasOpen, orphan: orphanOf(plan, wasOpen, book) };
    }),
    today,
    ...(zone !== undefined && { trading: tradingOf({ store, trades, state }, zone, now) }),
  };
}

/** Returns the PnL of the orders of today; `null` if one may be missing, or if that of one is not known. */
function todayOf(
  { store, trades, state }: Pick<PositionSources, 'store' | 'trades' | 'state'>,
  zone: string,
  now: Timestamp,
): PositionRisk['today'] {
  const start = startOfDay(dayOf(now, zone), zone);
  const unreadable = store.read(({ lists }) => lists['order-history'].unreadable.orders());
  const isUnreadable = unreadable.some(({ createdAt, seenAt }) => (createdAt ?? store.exchangeTime(seenAt)) >= start);
  const { pnl, unknownPnl } = trades.orders.summarize({ created: { preset: 'today' } }, zone, now);
  // Before the newest orders have been read on the day, nothing is known of it.
  const readUntil = readUntilOf(state);
  const isRead = readUntil !== null && readUntil >= start;
  if (!isRead || isUnreadable || unknownPnl > 0 || !isStoredSince(state, start)) return null;
  return pnl.map(({ quote, sum }) => ({ quote, sum }));
}

/** Returns what is certain of the trades of today, and of the losses at the end (docs/risk.md 7). */
function tradingOf(
  { store, trades, state: { modes } }: Pick<PositionSources, 'store' | 'trades' | 'state'>,
  zone: string,
  now: Timestamp,
): PositionRisk['trading'] {
  const { table, doubts } = trades.derived();
  // A trade that is missing, or not known, may have ended the losses.
  const starts = modes.flatMap(({ complete, oldest, gaps }) => [
    complete ? Number.NEGATIVE_INFINITY : (oldest ?? now),
    ...gaps.map(({ to }) => to),
  ]);
  const since = greatest([...starts, ...doubts.open().map(({ at }) => at)]);
  const opened: TradeFilter = { opened: { preset: 'today' } };
  const certain: TradeFilter = { ...opened, incomplete: 'none', executions: ['certain'] };
  const count = (filter: TradeFilter) => table.mask(filter, zone, now).total;
  const unseenBy = store.recall(facts.unseenBy) ?? Number.POSITIVE_INFINITY;
  return { opened: { least: count(certain), most: count(opened) }, losses: losingStreak(table, since, unseenBy) };
}
