import { useQuery } from '@tanstack/react-query';
import { History, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Activity } from '../../../shared/contract/alerts.ts';
import type { TradeFilter, TradeQuoteSummary } from '../../../shared/contract/trades.ts';
import { maxFilterIds } from '../../../shared/history.ts';
import { formatTimestamp } from '../../../shared/time.ts';
import { useActivity } from '../../domain/alerts/activity.ts';
import { shownActivities } from '../../domain/alerts/chosen-activity.ts';
import { type Absence, dismissAbsence } from '../../domain/alerts/presence.ts';
import { useHistoryState } from '../../domain/orders/history-state.ts';
import { request } from '../../platform/client.ts';
import { openDialog, screenFocus } from '../../platform/dialogs.ts';
import { useGoTo } from '../../platform/navigation/go-to.ts';
import { keepWhile } from '../../platform/query-client.ts';
import { useTimeZone } from '../../platform/settings/settings.ts';
import { useThrottled } from '../../platform/use-throttled.ts';
import { useText } from '../../text/use-text.ts';
import { Bar } from '../../ui/screen/Bar.tsx';
import { SumText } from '../../ui/screen/CurrencySums.tsx';
import { activitiesDuring, planIdsOf } from './activities-during.ts';
import './absence-summary.css';

export interface AbsenceSummaryProps {
  account: string;
  absence: Absence;
}

const list = 'order-history';
/** Minimum time (ms) between two requests while orders are coming in. */
const minIntervalMs = 1000;

/** What happened in an account while it was not in front, with links to exactly these rows. Renders nothing if nothing happened. */
export function AbsenceSummary({ account, absence }: AbsenceSummaryProps) {
  const text = useText();
  const words = text.absence;
  const zone = useTimeZone();
  const goTo = useGoTo();
  const state = useHistoryState(account, list);
  const { orders, trades, tradeFilter } = useOrdersDuring(account, absence, zone, state?.version);
  const { activities } = useActivity();
  const { triggered, left, unknown, alerts, isCut } = activitiesDuring(activities, account, absence);
  const checkedAt = state?.checkedAt ?? null;
  const isChecked = checkedAt !== null && checkedAt >= absence.before;
  const isStuck = state !== undefined && (state.failure !== null || state.phase === 'paused' || state.problem !== null);
  // Orders that are about to arrive would change the strip a moment after it appears.
  if (!isChecked && !isStuck) return null;

  const from = words.from(formatTimestamp(absence.since, zone).slice(0, 16));
  const showOrders = (): void => goTo({ kind: 'list', account, list, filter: { created: absence }, from });
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
  const parts = [
    { id: 'orders', number: orders ?? 0, word: words.orders, show: showOrders },
    {
      id: 'trades',
      number: closed,
      word: words.trades,
      show: () => showTrades('none'),
      after: trades?.quotes.filter(hasClosed).map(({ quote, closed: pnl }) => (
        <span key={quote} className="absence-sum">
          <SumText value={pnl.sum} /> {quote}
        </span>
      )),
    },
    { id: 'incomplete', number: incomplete, word: words.incomplete, show: () => showTrades('only') },
    { id: 'triggered', number: triggered.length, word: words.triggered, show: () => showPlans(triggered) },
    { id: 'left', number: left.length, word: words.left, show: () => showPlans(left) },
    { id: 'unknown', number: unknown.length, word: words.unknown, show: () => showActivities(unknown) },
    { id: 'alerts', number: alerts.length, word: words.alerts, show: () => showActivities(alerts) },
  ].filter(({ number }) => number > 0);
  if (parts.length === 0) return null;

  const isPartly = state?.modes.some(({ gaps }) => gaps.some(({ to }) => to > absence.since)) === true;
  const notes = [
    ...(closed + incomplete > 0 ? [{ note: text.trades.basis, explained: text.trades.basisExplained }] : []),
    ...(isChecked || checkedAt === null ? [] : [{ note: words.asOf(formatTimestamp(checkedAt, zone)) }]),
    ...(isPartly ? [{ note: words.partly }] : []),
    ...(isCut ? [{ note: words.cut }] : []),
  ];
  const dismiss = (): void => {
    dismissAbsence(account);
    screenFocus()?.focus();
  };
  return (
    <Bar rank="news">
      <section className="absence-strip" aria-label={words.label}>
        <History size={14} className="absence-icon" aria-hidden="true" />
        <span>{words.since(formatTimestamp(absence.since, zone).slice(0, 16))}</span>
        {parts.map(({ id, number, word, show, after }) => (
          <Part key={id} label={word(number)} onShow={show}>
            {after}
          </Part>
        ))}
        <span className="absence-notes">
          {notes.map(({ note, explained }) => (
            <span key={note} title={explained}>
              {note}
            </span>
          ))}
        </span>
        <button
          type="button"
          className="icon-button"
          aria-label={words.dismiss}
          title={words.dismiss}
          onClick={dismiss}
        >
          <X size={14} aria-hidden="true" />
        </button>
      </section>
    </Bar>
  );
}

function hasClosed({ closed: { wins, losses, zeros } }: TradeQuoteSummary): boolean {
  return wins + losses + zeros > 0;
}

function Part({ label, onShow, children }: { label: string; onShow: () => void; children: ReactNode }) {
  return (
    <span className="absence-part">
      <button type="button" className="status-button" onClick={onShow}>
        {label}
      </button>
      {children}
    </span>
  );
}

/** The orders that were created and the trades that were closed during an absence, as far as the local history has them. */
function useOrdersDuring(account: string, absence: Absence, zone: string, version: number | undefined) {
  const { since, before } = absence;
  const tradeFilter: TradeFilter = { states: ['closed'], closed: { since, before } };
  const shown = useThrottled(version, minIntervalMs);
  const { data } = useQuery({
    queryKey: ['absence-summary', account, since, before, zone, shown],
    queryFn: async ({ signal }) => {
      const [orders, trades] = await Promise.all([
        request('summarizeHistory', { account, list, filter: { created: absence }, zone }, signal),
        request('summarizeTrades', { account, filter: tradeFilter, zone }, signal),
      ]);
      return { orders: orders.rows, trades };
    },
    enabled: shown !== undefined,
    placeholderData: keepWhile(['absence-summary', account, since]),
    gcTime: 10_000,
  });
  return { orders: data?.orders, trades: data?.trades, tradeFilter };
}
