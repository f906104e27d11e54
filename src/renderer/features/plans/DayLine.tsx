import { Fragment, memo, useMemo, useRef } from 'react';
import type { AccountSummary } from '../../../shared/contract/accounts.ts';
import { baseOf } from '../../../shared/market/symbols.ts';
import { jointId } from '../../../shared/orders/joint.ts';
import { movePercent, moveTo } from '../../../shared/plans/plan-distance.ts';
import { sortRows } from '../../../shared/rows/sort-rows.ts';
import { formatTimestamp } from '../../../shared/time/time.ts';
import { compareDecimals, difference, quotient, signOf, withoutSign } from '../../../shared/values/decimal.ts';
import type { Decimal } from '../../../shared/values/domain.ts';
import { isTold } from '../../../shared/values/told.ts';
import { accountNameIn } from '../../domain/accounts/shown-archive.ts';
import { useActivity } from '../../domain/alerts/activity.ts';
import { shownActivities } from '../../domain/alerts/chosen-activity.ts';
import { useCatchUp } from '../../domain/alerts/presence.ts';
import { useUnwatched } from '../../domain/alerts/unwatched.ts';
import { distanceText } from '../../domain/plans/distance-columns.ts';
import { hasCrossed, isTriggered } from '../../domain/plans/plan-row.ts';
import { AccountItem } from '../../domain/plans/positions/AccountRisk.tsx';
import type { AccountPositions } from '../../domain/plans/positions/positions.ts';
import { openDialog } from '../../platform/dialogs.ts';
import { useTimeZone } from '../../platform/settings/settings.ts';
import { type Text, useText } from '../../text/use-text.ts';
import { FigureText } from '../../ui/controls/FigureText.tsx';
import { estimatedFigure, type Figure, moneyFigure, percentText, signTone } from '../../ui/text/figures.ts';
import { type CockpitRow, nextOf, partOf, roughNext } from './cockpit-rows.ts';
import { type DayResult, useDayResults } from './use-day-result.ts';
import type { PlansView } from './use-plans-view.ts';
import './day-line.css';

/** Events in the line, and milliseconds for which they stay while others come nearer. */
const eventCount = 5;
const eventsStayMs = 5000;

/** The day at a glance: the realized PnL, the next events, and the unread activity. */
export function DayLine({ view }: { view: PlansView }) {
  const { accounts, positions, parts } = view;
  return (
    <section className="day-line" aria-label={useText().day.title}>
      <Today accounts={accounts} positions={positions} />
      <NextEvents view={view} />
      <News accounts={accounts} areSeen={parts.every(({ plans }) => plans.fetchedAt !== null)} />
    </section>
  );
}

interface TodayProps {
  accounts: readonly AccountSummary[];
  positions: readonly AccountPositions[];
}

const Today = memo(function Today({ accounts, positions }: TodayProps) {
  const text = useText();
  const words = text.day;
  const { results, lacking } = useDayResults(positions);
  const [first, ...others] = results ?? [];
  const isBeforeFees = first?.isBeforeFees ?? false;
  const label = first ? (
    <>
      {words.of(first.quote)} <small>{isBeforeFees ? words.before : words.after}</small>
    </>
  ) : (
    words.today
  );
  const names = lacking.map((id) => accountNameIn({ accounts }, id));
  const amounts =
    others.length === 0 ? [] : (results ?? []).map((result) => `${amountText(result, text)} ${result.quote}`);
  const notes = [
    ...(amounts.length > 0 ? [text.enumerated(amounts)] : []),
    words.explained,
    text.results.ordersAndTrades,
    ...(names.length > 0 ? [words.partly(text.enumerated(names))] : []),
  ];
  return (
    <AccountItem label={label} title={notes.reduce(text.sentences)}>
      {first && <Result result={first} />}
      {others.map((result) => (
        <Fragment key={result.quote}>
          <span className="day-more" aria-hidden="true">
            …
          </span>
          <small>
            <Result result={result} /> {result.quote}
          </small>
        </Fragment>
      ))}
      {results?.length === 0 && <span data-tone="muted">{words.nothing}</span>}
      {results === null && <span data-tone="muted">{words.unknown}</span>}
      {accounts.length > 1 && names.length > 0 && <small>{text.enumerated(names)}</small>}
    </AccountItem>
  );
});

function figureOf({ ends: [low, high], isBeforeFees }: DayResult, text: Text): Figure {
  const isExact = isBeforeFees && compareDecimals(low, high) === 0;
  return isExact ? moneyFigure(low, text) : estimatedFigure([low, high], text);
}

/** Returns the amount with every digit. */
function amountText(result: DayResult, text: Text): string {
  const { shown, full } = figureOf(result, text);
  return `${full ?? shown}${doubtOf(result)}`;
}

function doubtOf({ isWhole }: DayResult): string {
  return isWhole ? '' : ' ?';
}

/** Colored only if the sign is certain. */
function Result({ result }: { result: DayResult }) {
  const { ends, isBeforeFees, isWhole } = result;
  const [low, high] = ends;
  const isCertain = isWhole && !isBeforeFees && signOf(low) === signOf(high);
  return (
    <strong data-tone={isCertain ? signTone(low) : undefined}>
      <FigureText figure={figureOf(result, useText())} />
      {doubtOf(result)}
    </strong>
  );
}

/** Returns the next events. Their order changes slowly, so that a click meets the event that the user has seen; a free place is filled at once. */
function useNextEvents(allRows: readonly CockpitRow[]): readonly CockpitRow[] {
  const shown = useRef({ ids: [] as readonly string[], sortedAt: Number.NEGATIVE_INFINITY });
  return useMemo(() => {
    const now = performance.now();
    const isDue = now - shown.current.sortedAt >= eventsStayMs;
    const staying = isDue
      ? []
      : shown.current.ids.flatMap((id) => allRows.find((row) => row.id === id && row.isLive) ?? []);
    if (staying.length === eventCount) return staying;
    const coming = allRows.filter(
      (row) => row.isLive && (row.plan !== null || nextWaits(row)) && mayBeNext(row) && !staying.includes(row),
    );
    const order = sortRows(coming, [{ value: { kind: 'number', of: roughNext }, direction: 'ascending' }]);
    const nearest = [...order.subarray(0, eventCount)].flatMap((place) => coming[place] ?? []);
    const events = [...staying, ...nearest].slice(0, eventCount);
    shown.current = { ids: events.map(({ id }) => id), sortedAt: isDue ? now : shown.current.sortedAt };
    return events;
  }, [allRows]);
}

function NextEvents({ view }: { view: PlansView }) {
  const text = useText();
  const { allRows, parts } = view;
  const rows = useNextEvents(allRows);
  const dayOf = ({ account, symbol }: CockpitRow) =>
    parts.find((part) => part.account === account)?.tickers.rows.find((ticker) => ticker.symbol === symbol);
  const open = (row: CockpitRow): void => {
    if (row.plan) view.setOpenRow(row.plan);
    else view.setOpenPosition(row.position);
  };
  return (
    <ul className="day-events" aria-label={text.day.next}>
      {rows.map((row) => {
        const { base, what, distance, days } = eventWords(row, dayOf(row), text);
        const name = `${base} ${what}`;
        const whole =
          days === null ? text.clauses(name, distance) : [name, distance, text.day.ranges(days)].reduce(text.clauses);
        return (
          <li key={row.id}>
            <button type="button" className="day-event" title={whole} onClick={() => open(row)}>
              <span className="account-risk-label day-event-name">
                <span>{base}</span> {what}
              </span>
              <span className="account-risk-figure">
                {distance}
                {days !== null && (
                  <>
                    <small aria-hidden="true">{text.day.shortRanges(days)}</small>{' '}
                    <span className="visually-hidden">{text.day.ranges(days)}</span>
                  </>
                )}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** True if it can be told how far away a row is, or if it is being placed. */
function mayBeNext(row: CockpitRow): boolean {
  return roughNext(row) !== null || (row.plan !== null && isTriggered(row.plan));
}

/** True if a position has a target that is no plan order and comes next. */
function nextWaits(row: CockpitRow): boolean {
  const next = row.position?.protection?.targets.orders.some(({ order }) => order.trigger === null)
    ? nextOf(row)
    : null;
  return next !== null && next.plan === null;
}

/** Returns what an event is, how far away, and that in usual ranges of a day; `null` without a range. */
function eventWords(row: CockpitRow, day: { high: Decimal | null; low: Decimal | null } | undefined, text: Text) {
  const { plan, symbol, last } = row;
  const part = partOf(row);
  const level = nextOf(row)?.level ?? null;
  const role = part?.kind === 'stop' || part?.kind === 'target' ? text.day.roles[part.kind] : null;
  const side = plan?.side ? text.side[plan.side] : text.day.roles.target;
  const move = level === null || !isTold(last) ? null : moveTo(last, level);
  // What was reached is no part of a day away.
  const isReached = plan !== null && (isTriggered(plan) || hasCrossed(plan));
  const range = day && day.high !== null && day.low !== null ? difference(day.low, day.high) : null;
  return {
    base: baseOf(symbol),
    what: role ?? side,
    distance: plan
      ? distanceText(plan, text)
      : percentText(move && isTold(last) ? movePercent(last, move) : null, text),
    days: move === null || range === null || isReached ? null : shareOfRange(withoutSign(move), range),
  };
}

/** Returns a move as a multiple of the range of a day, such as "0.25" or "< 0.01"; `null` without a range. */
function shareOfRange(move: Decimal, range: Decimal): string | null {
  const share = signOf(range) > 0 ? quotient(move, range, 2) : null;
  return share !== null && signOf(share) === 0 && signOf(move) !== 0 ? '< 0.01' : share;
}

interface NewsProps {
  accounts: readonly AccountSummary[];
  /** False until the plan orders of each account have been seen: before, what became of them is not known. */
  areSeen: boolean;
}

/** The unread activity of the accounts since the last look at them, and the accounts that are not watched. */
const News = memo(function News({ accounts, areSeen }: NewsProps) {
  const text = useText();
  const words = text.day;
  const zone = useTimeZone();
  const { lastLook } = useCatchUp(jointId(accounts.map(({ id }) => id)));
  const { activities, isKnown } = useActivity();
  const own = new Set(accounts.map(({ id }) => id));
  const unseen = activities.filter(({ account, at, read }) => !read && own.has(account) && at >= (lastLook ?? 0));
  const failed = unseen.filter(({ event }) => event.kind === 'plan-left' && event.outcome?.status === 'failed');
  const known = useUnwatched();
  const unwatched = known?.filter(({ account }) => own.has(account)) ?? [];
  const show = (of: typeof unseen): void => {
    shownActivities.set(of.map(({ id }) => id));
    openDialog('activity');
  };
  return (
    <AccountItem
      label={words.sinceLook}
      title={words.sinceLookExplained(lastLook === null ? null : formatTimestamp(lastLook, zone).slice(0, 16))}
    >
      {unseen.length === 0 && unwatched.length === 0 && (
        <span data-tone="muted">{isKnown && areSeen && known !== undefined ? words.nothingNew : text.none}</span>
      )}
      {unseen.length > 0 && (
        <button type="button" className="account-risk-button" onClick={() => show(unseen)}>
          {words.fired(unseen.length)}
        </button>
      )}
      {failed.length > 0 && (
        <button type="button" className="account-risk-button" data-tone="warning" onClick={() => show(failed)}>
          {words.failed(failed.length)}
        </button>
      )}
      {unwatched.length > 0 && (
        <button
          type="button"
          className="account-risk-button"
          data-tone="warning"
          title={text.unwatched.explained}
          onClick={() => openDialog('activity')}
        >
          {words.unwatched(unwatched.length)}
        </button>
      )}
    </AccountItem>
  );
});
