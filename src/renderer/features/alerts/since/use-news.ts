import { useQuery } from '@tanstack/react-query';
import type { Activity } from '../../../../shared/contract/alerts.ts';
import type { TradeFilter, TradeQuoteSummary } from '../../../../shared/contract/trades.ts';
import { maxFilterIds } from '../../../../shared/orders/history.ts';
import { formatTimestamp } from '../../../../shared/time/time.ts';
import { activitiesDuring, planIdsOf } from '../../../domain/alerts/activities-during.ts';
import { useActivity } from '../../../domain/alerts/activity.ts';
import { shownActivities } from '../../../domain/alerts/chosen-activity.ts';
import type { Absence } from '../../../domain/alerts/presence.ts';
import { useRates } from '../../../domain/orders/fees/use-fees.ts';
import { useHistoryState } from '../../../domain/orders/history-state.ts';
import { request } from '../../../platform/client.ts';
import { openDialog } from '../../../platform/dialogs.ts';
import { useGoTo } from '../../../platform/navigation/go-to.ts';
import { keepWhile } from '../../../platform/query-client.ts';
import { useTimeZone } from '../../../platform/settings/settings.ts';
import { useThrottled } from '../../../platform/use-throttled.ts';
import { useText } from '../../../text/use-text.ts';

const list = 'order-history';
/** Minimum time (ms) between two requests while orders are coming in. */
const minIntervalMs = 1000;

/** A number of things that happened. */
export interface NewsPart {
  id: string;
  label: string;
  /** Leads to exactly these rows. */
  show: () => void;
  /** PnL of trades by quote currency. */
  sums?: readonly TradeQuoteSummary[];
}

/** What happened in an account during a span of time, as far as the local history and the activity have it. */
export function useNews(account: string, span: Absence) {
  const text = useText();
  const words = text.absence;
  const zone = useTimeZone();
  const goTo = useGoTo();
  const state = useHistoryState(account, list);
  const { orders, trades, tradeFilter } = useOrdersDuring(account, span, zone, state?.version);
  const { activities } = useActivity();
  const { triggered, left, unknown, alerts, isCut } = activitiesDuring(activities, account, span);
  const checkedAt = state?.checkedAt ?? null;
  const isChecked = checkedAt !== null && checkedAt >= span.before;
  const isStuck = state !== undefined && (state.failure !== null || state.phase === 'paused' || state.problem !== null);
  const from = words.from(formatTimestamp(span.since, zone).slice(0, 16));
  const showPlans = (of: readonly Activity[]): void =>
    goTo({ kind: 'list', account, list: 'plan-history', filter: { ids: planIdsOf(of).slice(0, maxFilterIds) }, from });
  const showTrades = (incomplete: 'only' | 'none'): void =>
    goTo({ kind: 'list', account, list: 'trades', filter: { ...tradeFilter, incomplete }, from });
  const showActivities = (of: readonly Activity[]): void => {
    shownActivities.set(of.map(({ id }) => id));
    openDialog('activity');
  };
  const closed = trades?.closed ?? 0;
  const incomplete = trades?.incomplete ?? 0;
  const counts: (Omit<NewsPart, 'label'> & { number: number; word: (number: number) => string })[] = [
    {
      id: 'orders',
      number: orders ?? 0,
      word: words.orders,
      show: () => goTo({ kind: 'list', account, list, filter: { created: span }, from }),
    },
    {
      id: 'trades',
      number: closed,
      word: words.trades,
      show: () => showTrades('none'),
      sums: trades?.quotes.filter(hasClosed) ?? [],
    },
    { id: 'incomplete', number: incomplete, word: words.incomplete, show: () => showTrades('only') },
    { id: 'triggered', number: triggered.length, word: words.triggered, show: () => showPlans(triggered) },
    { id: 'left', number: left.length, word: words.left, show: () => showPlans(left) },
    { id: 'unknown', number: unknown.length, word: words.unknown, show: () => showActivities(unknown) },
    { id: 'alerts', number: alerts.length, word: words.alerts, show: () => showActivities(alerts) },
  ];
  const parts: NewsPart[] = counts
    .filter(({ number }) => number > 0)
    .map(({ number, word, ...part }) => ({ ...part, label: word(number) }));
  const isPartly = state?.modes.some(({ gaps }) => gaps.some(({ to }) => to > span.since)) === true;
  const notes = [
    ...(closed + incomplete > 0 ? [{ note: text.trades.basis, explained: text.trades.basisExplained }] : []),
    ...(isChecked || checkedAt === null ? [] : [{ note: words.asOf(formatTimestamp(checkedAt, zone)) }]),
    ...(isPartly ? [{ note: words.partly }] : []),
    ...(isCut ? [{ note: words.cut }] : []),
  ];
  // Orders that are about to arrive would change the numbers a moment after they appear.
  return { parts, notes, isKnown: (isChecked || isStuck) && orders !== undefined };
}

function hasClosed({ closed: { wins, losses, zeros } }: TradeQuoteSummary): boolean {
  return wins + losses + zeros > 0;
}

/** The orders that were created and the trades that were closed in a span of time, as far as the local history has them. */
function useOrdersDuring(account: string, span: Absence, zone: string, version: number | undefined) {
  const { since, before } = span;
  const tradeFilter: TradeFilter = { states: ['closed'], closed: { since, before } };
  const shown = useThrottled(version, minIntervalMs);
  const rates = useRates(account);
  const { data } = useQuery({
    queryKey: ['news', account, since, before, zone, shown, rates],
    queryFn: async ({ signal }) => {
      const [orders, trades] = await Promise.all([
        request('summarizeHistory', { account, list, filter: { created: span }, zone }, signal),
        request('summarizeTrades', { account, filter: tradeFilter, zone, ...(rates && { rates }) }, signal),
      ]);
      return { orders: orders.rows, trades };
    },
    enabled: shown !== undefined,
    placeholderData: keepWhile(['news', account, since]),
    gcTime: 10_000,
  });
  return { orders: data?.orders, trades: data?.trades, tradeFilter };
}
