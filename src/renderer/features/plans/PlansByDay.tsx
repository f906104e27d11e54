import { useState } from 'react';
import type { SymbolRules } from '../../../shared/contract/market.ts';
import type { PlansOfDay, WaitingPlan, WatchSpan } from '../../../shared/contract/plans.ts';
import type { ColumnSort, Settings } from '../../../shared/contract/settings.ts';
import { type SortValue, sortRows } from '../../../shared/rows/sort-rows.ts';
import { addDays, dayNumber, dayOf } from '../../../shared/time/days.ts';
import { formatTimestamp } from '../../../shared/time/time.ts';
import { withoutZero } from '../../../shared/values/decimal.ts';
import { FailureNotice } from '../../domain/accounts/FailureNotice.tsx';
import { OrderItems } from '../../domain/orders/OrderItems.tsx';
import { directionWord, sideAndKind, sideTone } from '../../domain/orders/words.ts';
import { endText } from '../../domain/plans/lives/plan-life-words.ts';
import { usePlansOfDay } from '../../domain/plans/lives/plan-lives.ts';
import { failureOf } from '../../platform/client.ts';
import { useTimeZone } from '../../platform/settings/settings.ts';
import { useNow } from '../../platform/timer.ts';
import { countText } from '../../text/number-form.ts';
import { type Text, useText } from '../../text/use-text.ts';
import { Hint } from '../../ui/controls/Hint.tsx';
import { RowMenu } from '../../ui/controls/RowMenu.tsx';
import { Stepper } from '../../ui/controls/Stepper.tsx';
import { EmptyNotice, Skeleton } from '../../ui/screen/Notices.tsx';
import { SortHead } from '../../ui/table/SortHead.tsx';
import { priceText, quantityText } from '../../ui/text/figures.ts';
import './plans-by-day.css';

interface PlansByDayProps {
  account: string;
  /** `null` for all. */
  symbol: string | null;
  marginMode: Settings['marginMode'];
  rulesOf: (of: { account: string; symbol: string }) => SymbolRules | undefined;
  /** Shows what became of a plan order. */
  onShow: (waiting: WaitingPlan) => void;
}

/** Most plan orders that are shown, because the table draws all of them. */
const maxLines = 500;

/** The plan orders that were waiting on a day, as this computer has seen them. */
export function PlansByDay({ account, symbol, marginMode, rulesOf, onShow }: PlansByDayProps) {
  const text = useText();
  const words = text.planLife.days;
  const zone = useTimeZone();
  const today = dayOf(useNow(60_000), zone);
  const [chosen, setChosen] = useState<string | null>(null);
  const day = chosen ?? today;
  const { data, error, isPlaceholderData, refetch } = usePlansOfDay(account, day, zone);
  const plans = data?.plans.filter(
    ({ plan }) =>
      (symbol === null || plan.symbol === symbol) && (marginMode === 'all' || plan.marginMode === marginMode),
  );
  const failure = failureOf(error);
  const menuOf = (key: string) => {
    const plan = plans?.find((each) => each.plan.key === key)?.plan;
    if (!plan) return null;
    return {
      label: text.labeled(plan.symbol, sideAndKind(plan, text)),
      items: <OrderItems account={account} row={plan} priceColumn="triggerPrice" />,
    };
  };
  const choose = (next: string): void => setChosen(next === today ? null : next);
  return (
    <section
      className="plans-by-day"
      aria-label={words.title}
      aria-busy={isPlaceholderData}
      data-old={isPlaceholderData || undefined}
    >
      <div className="plans-by-day-tools">
        <Stepper
          before={words.before}
          after={words.after}
          isLast={day >= today}
          onStep={(step) => choose(addDays(day, step))}
        >
          <DayField day={day} today={today} onChoose={choose} />
        </Stepper>
        {data && plans && <DayFacts of={{ ...data, plans }} zone={zone} />}
      </div>
      {failure && <FailureNotice failure={failure} form={data ? 'strip' : 'panel'} onRetry={() => void refetch()} />}
      {!data && !failure && <Skeleton />}
      {data && plans?.length === 0 && (
        <EmptyNotice what={data.since === null ? words.notYet : words.nothing} next={words.nothingNext} />
      )}
      {plans && plans.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls the table
        <section className="plans-by-day-table" aria-label={words.label(day)} tabIndex={0}>
          <RowMenu by="row" menuOf={menuOf}>
            <DayTable plans={plans} account={account} rulesOf={rulesOf} zone={zone} onShow={onShow} />
          </RowMenu>
        </section>
      )}
    </section>
  );
}

interface DayFieldProps {
  day: string;
  today: string;
  onChoose: (day: string) => void;
}

/** A day that the user types. Text that is no day up to today stays in the field and does not apply. */
function DayField({ day, today, onChoose }: DayFieldProps) {
  const { filter, planLife } = useText();
  const [typed, setTyped] = useState(day);
  const [shown, setShown] = useState(day);
  // The field stays the same element, so that it keeps the focus.
  if (shown !== day) {
    setShown(day);
    setTyped(day);
  }
  const isDay = isDayUpTo(typed.trim(), today);
  const accept = (): void => {
    if (isDay && typed.trim() !== day) onChoose(typed.trim());
  };
  return (
    <input
      className="form-input"
      type="text"
      aria-label={planLife.days.day}
      aria-invalid={!isDay}
      placeholder={filter.day}
      spellCheck={false}
      maxLength={20}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={accept}
      onKeyDown={({ key }) => key === 'Enter' && accept()}
    />
  );
}

function isDayUpTo(text: string, today: string): boolean {
  try {
    return dayNumber(text) <= dayNumber(today);
  } catch {
    return false;
  }
}

function DayFacts({ of: { plans, watches, since, droppedUntil }, zone }: { of: PlansOfDay; zone: string }) {
  const text = useText();
  const words = text.planLife.days;
  const uncertain = plans.filter(({ isCertain }) => !isCertain).length;
  const facts = [
    ...(plans.length > 0 ? [words.number(plans.length)] : []),
    ...(uncertain > 0 ? [words.uncertain(uncertain)] : []),
    ...(since === null ? [] : [watchText(watches, zone, text)]),
    ...(droppedUntil === null ? [] : [words.dropped(formatTimestamp(droppedUntil, zone))]),
    ...(plans.length > maxLines ? [words.first(maxLines)] : []),
  ];
  return (
    <p className="plans-by-day-facts" role="status">
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
      {since !== null && <Hint>{words.explained(formatTimestamp(since, zone))}</Hint>}
    </p>
  );
}

/** Returns when the plan orders were watched on a day, such as "Recorded 09:12–18:40 and 2 more times". */
function watchText(watches: readonly WatchSpan[], zone: string, { planLife }: Text): string {
  const longest = watches.toSorted((a, b) => b.to - b.from - (a.to - a.from))[0];
  if (longest === undefined) return planLife.days.notWatched;
  const time = (at: number): string => formatTimestamp(at, zone).slice(11, 16);
  const span = `${time(longest.from)}–${time(longest.to)}`;
  return watches.length > 1 ? planLife.days.watchedAlso(span, watches.length - 1) : planLife.days.watched(span);
}

interface DayTableProps extends Pick<PlansByDayProps, 'account' | 'rulesOf' | 'onShow'> {
  plans: readonly WaitingPlan[];
  zone: string;
}

interface DayColumn {
  id: string;
  header: string;
  align?: 'end';
  sort: SortValue<WaitingPlan>;
  text: (waiting: WaitingPlan) => string;
}

/** Returns the columns of the table behind the symbol. */
function dayColumns(rulesOf: (symbol: string) => SymbolRules | undefined, zone: string, text: Text): DayColumn[] {
  const { columns, planLife } = text;
  const words = planLife.days;
  const named = (id: string, header: string, of: (waiting: WaitingPlan) => string): DayColumn => ({
    id,
    header,
    sort: { kind: 'text', of },
    text: of,
  });
  const figure = (id: 'triggerPrice' | 'quantity' | 'takeProfit' | 'stopLoss', show: typeof priceText): DayColumn => {
    const of = ({ plan }: WaitingPlan) => withoutZero(plan[id]);
    const shown = (waiting: WaitingPlan) => show(of(waiting), rulesOf(waiting.plan.symbol), text);
    return { id, header: columns[id], align: 'end', sort: { kind: 'decimal', of }, text: shown };
  };
  return [
    named('side', columns.side, ({ plan }) => sideAndKind(plan, text)),
    named('marginMode', columns.marginMode, ({ plan }) => text.marginModes[plan.marginMode]),
    named('triggerDirection', columns.triggerDirection, ({ plan }) => directionWord(plan, text)),
    figure('triggerPrice', priceText),
    figure('quantity', quantityText),
    figure('takeProfit', priceText),
    figure('stopLoss', priceText),
    {
      id: 'changes',
      header: words.changes,
      align: 'end',
      sort: { kind: 'number', of: ({ changes }) => changes },
      text: ({ changes }) => (changes === 0 ? text.none : countText(changes)),
    },
    {
      id: 'firstSeen',
      header: words.firstSeen,
      sort: { kind: 'number', of: ({ firstSeenAt }) => firstSeenAt },
      text: ({ firstSeenAt }) => formatTimestamp(firstSeenAt, zone),
    },
    {
      id: 'left',
      header: words.left,
      sort: { kind: 'number', of: ({ end }) => end?.missedAt ?? null },
      text: ({ end, isCertain }) =>
        end === null ? (isCertain ? words.stillOpen : words.maybe) : endText(end, zone, text),
    },
  ];
}

/** Sorted by the time at which each was first seen, or as the user chooses by a click on a header. */
function DayTable({ plans, account, rulesOf, zone, onShow }: DayTableProps) {
  const text = useText();
  const [sort, setSort] = useState<ColumnSort>({ id: 'firstSeen', desc: false });
  const symbol: DayColumn = {
    id: 'symbol',
    header: text.columns.symbol,
    sort: { kind: 'text', of: ({ plan }) => plan.symbol },
    text: ({ plan }) => plan.symbol,
  };
  const others = dayColumns((of) => rulesOf({ account, symbol: of }), zone, text);
  const columns = [symbol, ...others];
  const key = columns.find(({ id }) => id === sort.id) ?? symbol;
  const order = sortRows(plans, [
    { value: key.sort, direction: sort.desc ? 'descending' : 'ascending' },
    { value: symbol.sort, direction: 'ascending' },
  ]);
  const shown = Array.from(order.subarray(0, maxLines), (position) => plans[position] as WaitingPlan);
  return (
    <table>
      <thead>
        <tr>
          {columns.map(({ id, header, align }) => (
            <SortHead
              key={id}
              id={id}
              align={align}
              sort={sort}
              onClick={() => setSort({ id, desc: sort.id === id ? !sort.desc : align === 'end' })}
            >
              {header}
            </SortHead>
          ))}
        </tr>
      </thead>
      <tbody>
        {shown.map((waiting) => {
          const { plan, isCertain } = waiting;
          return (
            <tr key={plan.key} data-row={plan.key} data-uncertain={!isCertain || undefined}>
              <th scope="row">
                <button type="button" className="day-symbol" onClick={() => onShow(waiting)}>
                  {plan.symbol}
                </button>
              </th>
              {others.map(({ id, align, text: textOf }) => (
                <td key={id} data-align={align} data-tone={id === 'side' ? sideTone(plan) : undefined}>
                  {textOf(waiting)}
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
