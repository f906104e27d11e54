import { useQueries } from '@tanstack/react-query';
import type { AccountSummary } from '../../../../shared/contract/accounts.ts';
import type { Activity } from '../../../../shared/contract/alerts.ts';
import type { HistoryFilter, HistoryState } from '../../../../shared/contract/history.ts';
import type { TradeQuoteSummary } from '../../../../shared/contract/trades.ts';
import { type Fees, sumOfFees } from '../../../../shared/orders/fees.ts';
import { accountsIn } from '../../../../shared/orders/joint.ts';
import { isStoredSince } from '../../../../shared/risk/position-book.ts';
import { formatTimestamp } from '../../../../shared/time/time.ts';
import { sum } from '../../../../shared/values/decimal.ts';
import { type Decimal, executedStatuses, type Side, sides } from '../../../../shared/values/domain.ts';
import { greatest, smallest } from '../../../../shared/values/extremes.ts';
import { isJointArchive, type ShownArchive } from '../../../domain/accounts/shown-archive.ts';
import { activitiesDuring, plansFilter } from '../../../domain/alerts/activities-during.ts';
import { useActivity } from '../../../domain/alerts/activity.ts';
import { shownActivities } from '../../../domain/alerts/chosen-activity.ts';
import type { Absence } from '../../../domain/alerts/presence.ts';
import { useMayBeUnwatched } from '../../../domain/alerts/unwatched.ts';
import { isWholeSince } from '../../../domain/orders/coverage/coverage.ts';
import { useRatesOf } from '../../../domain/orders/fees/use-fees.ts';
import { type AccountState, useArchiveState } from '../../../domain/orders/history-state.ts';
import { sameOrdersText, useSameOrders } from '../../../domain/orders/same-orders.ts';
import { hasClosed } from '../../../domain/orders/trade-pnl.ts';
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
  explained?: string;
  /** Leads to exactly these rows. */
  show: () => void;
  /** PnL of trades by quote currency. */
  sums?: readonly ClosedSum[];
}

interface ClosedSum {
  quote: string;
  pnl: Decimal;
  fees: Fees | undefined;
}

/** What happened in the shown accounts during a span of time, as far as the local histories and the activity have it. */
export function useNews(selected: AccountSummary, archive: ShownArchive, span: Absence) {
  const account = selected.id;
  const text = useText();
  const words = text.absence;
  const zone = useTimeZone();
  const goTo = useGoTo();
  const { parts: states, state } = useArchiveState(archive, list);
  const created = exchangeSpan(span, states);
  const { orders, filled, closed, incomplete, sums, failed } = useOrdersDuring(states, created, zone);
  const sameOrders = useSameOrders(selected);
  const { activities } = useActivity();
  const {
    triggered,
    failed: failedPlans,
    left,
    unknown,
    alerts,
    isCut,
  } = activitiesDuring(activities, accountsIn(archive.id), span);
  const checkedAt = state?.checkedAt ?? null;
  // A sum of all accounts that lacks what one of them has is the sum of nothing.
  const mayBeUnwatched = useMayBeUnwatched();
  const isJoint = isJointArchive(archive);
  const lacking = states.filter(({ account: { id }, state: each }) => {
    if (failed.includes(id)) return true;
    // Of a paused list no newer orders are about to arrive.
    const end = each?.phase === 'paused' ? created.before : created.since;
    return isJoint && (mayBeUnwatched(id) || isFailing(each) || !isWholeSince(each, created.since, end));
  });
  const from = words.from(formatTimestamp(span.since, zone).slice(0, 16));
  const showPlans = (of: readonly Activity[]): void =>
    goTo({ kind: 'list', account, list: 'plan-history', filter: plansFilter(of), from });
  const showTrades = (incomplete: 'only' | 'none'): void =>
    goTo({ kind: 'list', account, list: 'trades', filter: { closed: created, incomplete }, from });
  const showActivities = (of: readonly Activity[]): void => {
    shownActivities.set(of.map(({ id }) => id));
    openDialog('activity');
  };
  const counts: (Omit<NewsPart, 'label'> & { number: number; word: (number: number) => string })[] = [
    {
      id: 'orders',
      number: orders ?? 0,
      word: words.orders,
      show: () => goTo({ kind: 'list', account, list, filter: { created }, from }),
    },
    ...sides.map((side) => ({
      id: side,
      number: filled[side],
      word: words.filled[side],
      explained: words.filledExplained,
      show: () => goTo({ kind: 'list', account, list, filter: filledDuring(created, side), from }),
    })),
    {
      id: 'trades',
      number: closed,
      word: words.trades,
      show: () => showTrades('none'),
      sums: lacking.length === 0 ? sums : [],
    },
    { id: 'incomplete', number: incomplete, word: words.incomplete, show: () => showTrades('only') },
    { id: 'triggered', number: triggered.length, word: words.triggered, show: () => showPlans(triggered) },
    { id: 'failed', number: failedPlans.length, word: words.failed, show: () => showPlans(failedPlans) },
    { id: 'left', number: left.length, word: words.left, show: () => showPlans(left) },
    { id: 'unknown', number: unknown.length, word: words.unknown, show: () => showActivities(unknown) },
    { id: 'alerts', number: alerts.length, word: words.alerts, show: () => showActivities(alerts) },
  ];
  const parts: NewsPart[] = counts
    .filter(({ number }) => number > 0)
    .map(({ number, word, ...part }) => ({ ...part, label: word(number) }));
  const areRead = orders !== undefined;
  const isPartly =
    areRead && lacking.length === 0 && (checkedAt === null || !state || !isStoredSince(state, created.since));
  const notes = [
    ...(closed + incomplete > 0
      ? [
          {
            note: text.trades.basis,
            explained: text.sentences(text.results.ordersAndTrades, text.trades.basisExplained),
          },
        ]
      : []),
    ...(checkedAt === null ? [] : [{ note: words.asOf(formatTimestamp(Math.min(checkedAt, span.before), zone)) }]),
    ...(lacking.length > 0 ? [{ note: words.noSum(text.enumerated(lacking.map((each) => each.account.name))) }] : []),
    ...(isPartly ? [{ note: words.partly }] : []),
    ...sameOrders.map((names) => ({ note: sameOrdersText(names, text) })),
    ...(areRead ? [{ note: words.plansSeen, explained: words.plansSeenExplained }] : []),
    ...(isCut ? [{ note: words.cut }] : []),
  ];
  // Orders that are about to arrive would change the numbers a moment after they appear.
  const areChecked = states.every((each) => isStuck(each.state) || (each.state?.checkedAt ?? 0) >= span.before);
  return {
    parts,
    notes,
    // Orders that are not known may exist.
    isNothing: areRead && parts.length === 0 && lacking.length === 0 && !isPartly,
    isKnown: areChecked && areRead,
  };
}

/**
 * Returns a span of the computer's clock by that of the exchange, which dates orders, in whole seconds as these are. It holds the spans by the
 * clocks of all accounts, because a list that a number leads to has one filter for all of them.
 */
function exchangeSpan({ since, before }: Absence, states: readonly AccountState[]): Absence {
  const ahead = states.map(({ state }) => Math.ceil((state?.clockAhead ?? 0) / 1000) * 1000);
  return { since: since - greatest(ahead), before: before - smallest(ahead) };
}

/** Returns the filter of the orders of one side of a span that were filled, at least in part. */
function filledDuring(created: Absence, side: Side): HistoryFilter {
  return { created, statuses: [...executedStatuses], sides: [side] };
}

function isFailing(state: HistoryState | undefined): boolean {
  return state !== undefined && state.failure !== null;
}

function isStuck(state: HistoryState | undefined): boolean {
  return state !== undefined && (isFailing(state) || state.phase === 'paused' || state.problem !== null);
}

/**
 * The orders that were created and the trades that were closed in a span of the exchange's time, of all accounts, as far as their local histories have them.
 * Nothing is added up until all are read. `failed`: accounts that cannot be read.
 */
function useOrdersDuring(states: readonly AccountState[], during: Absence, zone: string) {
  const shown = useThrottled(states, minIntervalMs);
  const ratesOf = useRatesOf();
  const results = useQueries({
    queries: states.map(({ account: { id: account }, state }) => {
      const rates = ratesOf(account);
      const version = (shown.find((each) => each.account.id === account)?.state ?? state)?.version;
      return {
        queryKey: ['news', account, during.since, during.before, zone, version, rates],
        queryFn: async ({ signal }: { signal: AbortSignal }) => {
          const count = async (filter: HistoryFilter): Promise<number> =>
            (await request('summarizeHistory', { account, list, filter, zone }, signal)).rows;
          const [orders, buy, sell, trades] = await Promise.all([
            count({ created: during }),
            count(filledDuring(during, 'buy')),
            count(filledDuring(during, 'sell')),
            // Also orders that fit no position, which have no state.
            request('summarizeTrades', { account, filter: { closed: during }, zone, ...(rates && { rates }) }, signal),
          ]);
          return { orders, buy, sell, trades };
        },
        enabled: version !== undefined,
        placeholderData: keepWhile(['news', account, during.since]),
        gcTime: 10_000,
      } as const;
    }),
  });
  const failed = states.flatMap(({ account }, place) => {
    const { isError = false, data } = results[place] ?? {};
    return isError && data === undefined ? account.id : [];
  });
  const read = results.flatMap(({ data }) => data ?? []);
  const areRead = read.length + failed.length === states.length;
  const reads = areRead ? read : [];
  const total = (of: (read: (typeof reads)[number]) => number): number =>
    reads.reduce((all, read) => all + of(read), 0);
  return {
    orders: areRead ? total(({ orders }) => orders) : undefined,
    filled: { buy: total(({ buy }) => buy), sell: total(({ sell }) => sell) },
    closed: total(({ trades }) => trades.closed),
    incomplete: total(({ trades }) => trades.incomplete),
    sums: closedSums(reads.flatMap(({ trades }) => trades.quotes)),
    failed,
  };
}

/** Returns the PnL of closed trades by quote currency. Without the rates of an account it is before the fees of all. */
function closedSums(parts: readonly TradeQuoteSummary[]): ClosedSum[] {
  return [...Map.groupBy(parts.filter(hasClosed), ({ quote }) => quote)].map(([quote, group]) => {
    const fees = group.flatMap(({ closed }) => closed.fees ?? []);
    return {
      quote,
      pnl: group.map(({ closed }) => closed.sum).reduce(sum),
      fees: fees.length < group.length ? undefined : fees.reduce(sumOfFees),
    };
  });
}
