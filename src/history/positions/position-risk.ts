import type { HistoryState } from '../../shared/contract/history.ts';
import type { PositionRisk } from '../../shared/contract/positions.ts';
import type { QuestionOf } from '../../shared/contract/questions.ts';
import type { TradeFilter } from '../../shared/contract/trades.ts';
import { closes, orphanOf } from '../../shared/risk/orphan.ts';
import { makePositionBook, wholeModesOf } from '../../shared/risk/position-book.ts';
import type { Timestamp } from '../../shared/values/domain.ts';
import type { HistoryStore } from '../store/history-store.ts';
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
  readonly state: Pick<HistoryState, 'modes' | 'unreadable'>;
}

/** Returns the open positions of an account and everything that their risk depends on, as far as its stored orders tell. A step reads one contract. */
export function* positionRiskOf(
  { store, trades, version, state }: PositionSources,
  { plans = [], zone }: Pick<QuestionOf<'readPositionRisk'>, 'plans' | 'zone'>,
  now: Timestamp,
): Steps<PositionRisk> {
  const index = trades.orders;
  const numbers = index.select({ filter: waiting, sort: [], zone: 'UTC', now }).subarray(0, maxOrders);
  const positions = trades.positions();
  const orders = store.rows('order-history', [...numbers]);
  const symbols = new Set([...positions, ...plans, ...orders].map(({ symbol }) => symbol));
  const contracts: PositionRisk['contracts'] = [];
  for (const symbol of symbols) {
    contracts.push({ symbol, ...trades.contractSize(symbol) });
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
  const ofToday = { created: { preset: 'today' } } as const;
  return {
    ...known,
    version,
    plans: plans.map((plan) => {
      const { key, symbol, marginMode, side, createdAt } = plan;
      const wasOpen = trades.wasOpen({ symbol, marginMode, side: side && closes[side], at: createdAt });
      return { key, wasOpen, orphan: orphanOf(plan, wasOpen, book) };
    }),
    today:
      zone === undefined ? null : index.summarize(ofToday, zone, now).pnl.map(({ quote, sum }) => ({ quote, sum })),
    ...(zone !== undefined && { trading: tradingOf(trades, state, zone, now) }),
  };
}

/** Returns what is certain of the trades of today, and of the losses at the end (docs/risk.md 7). */
function tradingOf(
  trades: Trades,
  { modes, unreadable }: PositionSources['state'],
  zone: string,
  now: Timestamp,
): PositionRisk['trading'] {
  const { table } = trades.derived();
  // A trade that is missing may have ended the losses.
  const starts = modes.flatMap(({ complete, oldest, gaps }) => [
    complete ? Number.NEGATIVE_INFINITY : (oldest ?? now),
    ...gaps.map(({ to }) => to),
  ]);
  const whole = Math.max(Number.NEGATIVE_INFINITY, ...starts);
  const opened: TradeFilter = { opened: { preset: 'today' }, incomplete: 'none', executions: ['certain'] };
  return { opened: table.mask(opened, zone, now).total, losses: losingStreak(table, unreadable > 0 ? now : whole) };
}
