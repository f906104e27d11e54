import { useSelector } from '@tanstack/react-store';
import { useEffect, useMemo, useState } from 'react';
import type { AccountSummary } from '../../../shared/contract/accounts.ts';
import { signOf } from '../../../shared/values/decimal.ts';
import type { Decimal } from '../../../shared/values/domain.ts';
import { useAlerts } from '../../domain/alerts/alerts.ts';
import { PriceLadder } from '../../domain/plans/ladder/PriceLadder.tsx';
import { type PlanRow, planRowId } from '../../domain/plans/plan-row.ts';
import { type PositionRow, positionRowId } from '../../domain/plans/positions/position-row.ts';
import { scenario } from '../../domain/plans/what-if/scenario.ts';
import { useAccountStates } from '../../domain/plans/what-if/use-account-states.ts';
import { targetAfter, whatIfPrice } from '../../domain/plans/what-if/what-if-of.ts';
import { useText } from '../../text/use-text.ts';
import { SelectOne } from '../../ui/controls/SelectOne.tsx';
import { TypedDecimal } from './TypedDecimal.tsx';
import type { PlansView } from './use-plans-view.ts';
import { WhatIfResults } from './WhatIfResults.tsx';
import './what-if.css';

interface PlanLadderProps {
  accounts: readonly AccountSummary[];
  view: PlansView;
  /** The first row of the table. The ladder starts with its symbol. */
  firstRow: Subject | undefined;
  isInDetails: boolean;
}

/** An account and a symbol with plan orders or positions. */
interface Subject {
  account: string;
  symbol: string;
}

/** The price ladder of the open plans. It follows what is open, the symbol and the filter; the user can select another symbol there. */
export function PlanLadder({ accounts, view, firstRow, isInDetails }: PlanLadderProps) {
  const text = useText();
  const { parts, shown, positionRows, symbol, openRow, openPosition, rulesOf } = view;
  const subjects = useMemo(() => {
    const all = new Map<string, Subject>();
    for (const row of [...shown, ...positionRows]) all.set(subjectOf(row), row);
    return all;
  }, [shown, positionRows]);
  const ofSymbol = symbol === null ? undefined : [...subjects.values()].find((each) => each.symbol === symbol);
  const wanted = openRow ?? openPosition ?? ofSymbol ?? null;
  const [{ chosen, follows }, setChosen] = useState<{ chosen: string | null; follows: string | null }>({
    chosen: null,
    follows: null,
  });
  const wantedSubject = wanted && subjectOf(wanted);
  // What is opened, and a symbol that is selected for the table, select the symbol of the ladder once.
  if (wantedSubject !== follows) setChosen({ chosen: wantedSubject ?? chosen, follows: wantedSubject });
  else if ((chosen === null || !(subjects.has(chosen) || chosen === wantedSubject)) && firstRow)
    if (chosen !== subjectOf(firstRow)) setChosen({ chosen: subjectOf(firstRow), follows });

  const subject = chosen === wantedSubject ? wanted : chosen === null ? undefined : subjects.get(chosen);
  const isOfSubject = (row: Subject): boolean => subjectOf(row) === chosen;
  const plans = shown.filter(isOfSubject);
  // The plan order that is open stays on the ladder, whatever the filter leaves out.
  const drawn = openRow && isOfSubject(openRow) && !plans.includes(openRow) ? [...plans, openRow] : plans;
  const positions = positionRows.filter(isOfSubject);
  const part = parts.find(({ account }) => account === subject?.account);
  const ticker = useMemo(
    () => part?.tickers.rows.find((each) => each.symbol === subject?.symbol),
    [part?.tickers.rows, subject?.symbol],
  );
  const { alerts } = useAlerts();
  const levels = useMemo(
    () =>
      alerts.flatMap(({ id, account, condition }) => {
        const isHere =
          account === subject?.account &&
          condition.kind === 'price' &&
          condition.market === 'futures' &&
          condition.symbol === subject.symbol;
        return isHere ? [{ id, level: condition.level }] : [];
      }),
    [alerts, subject],
  );
  const selected = useMemo(() => selectedIds(openRow, openPosition), [openRow, openPosition]);
  const tried = useTried(subject, ticker?.last ?? null, rulesOf);
  const nameOf = (each: Subject): string => {
    const account = accounts.length > 1 ? accounts.find(({ id }) => id === each.account)?.name : undefined;
    return account === undefined ? each.symbol : text.clauses(each.symbol, account);
  };
  const options = [...subjects]
    .map(([value, each]) => ({ value, label: nameOf(each) }))
    .sort((a, b) => (a.label < b.label ? -1 : 1));
  return (
    <aside className="plan-ladder" aria-label={text.ladder.title} data-in-details={isInDetails || undefined}>
      <div className="plan-ladder-header">
        {chosen !== null && subject && !isInDetails && (
          <SelectOne
            label={text.ladder.choose}
            options={options}
            value={chosen}
            onChange={(next) => setChosen({ chosen: next, follows })}
            className="field plan-ladder-select"
          />
        )}
        {subject && isInDetails && <span className="plan-ladder-count">{text.plans.number(plans.length)}</span>}
        {subject && (
          // biome-ignore lint/a11y/noLabelWithoutControl: the field has the name of the symbol as well
          <label className="plan-ladder-try">
            {text.whatIf.price}
            <TypedDecimal
              key={chosen}
              label={text.whatIf.priceOf(subject.symbol)}
              value={tried.price}
              placeholder={ticker?.last ?? ''}
              near={ticker?.last ?? null}
              accepts={(price) => signOf(price) > 0}
              onChange={tried.set}
            />
          </label>
        )}
      </div>
      {subject && part && (
        <PriceLadder
          key={chosen}
          account={subject.account}
          symbol={subject.symbol}
          plans={drawn}
          positions={positions}
          alerts={levels}
          ticker={ticker}
          rules={rulesOf(subject)}
          isLive={part.isLive}
          selected={selected}
          onOpen={view.setOpenRow}
          onPosition={view.setOpenPosition}
          target={tried.price}
          onTarget={tried.set}
        />
      )}
      {subject && tried.price !== null && <Tried view={view} subject={subject} price={tried.price} />}
    </aside>
  );
}

/** The price of the symbol that the user tries; a move in percent becomes a price once the last price is known. */
function useTried(
  subject: Subject | null | undefined,
  last: Decimal | null,
  rulesOf: PlansView['rulesOf'],
): { price: Decimal | null; set: (price: Decimal | null) => void } {
  const current = useSelector(scenario);
  const isHere =
    current !== null &&
    current.kind !== 'shift' &&
    current.account === subject?.account &&
    current.symbol === subject.symbol;
  const percent = isHere && current.kind === 'move' ? current.percent : null;
  const places = subject ? (rulesOf(subject)?.pricePrecision ?? null) : null;
  useEffect(() => {
    if (percent === null || last === null || !subject) return;
    const price = targetAfter(last, percent, places);
    scenario.set({ kind: 'price', account: subject.account, symbol: subject.symbol, price });
  }, [percent, last, places, subject]);
  const set = (price: Decimal | null): void => {
    if (!subject) return;
    const { account, symbol } = subject;
    scenario.set(price === null ? null : { kind: 'price', account, symbol, price });
  };
  return { price: isHere && current.kind === 'price' ? current.price : null, set };
}

/** What happens if the symbol's price moves there. */
function Tried({ view, subject, price }: { view: PlansView; subject: Subject; price: Decimal }) {
  const states = useAccountStates(view.positions, view.parts, view.rulesOf);
  const state = states.find(({ account }) => account === subject.account);
  const { symbol } = subject;
  const results = useMemo(() => (state ? whatIfPrice(state, symbol, price) : null), [state, symbol, price]);
  return (
    results && (
      <div className="plan-ladder-results">
        <WhatIfResults results={results} rulesOf={view.rulesOf} />
      </div>
    )
  );
}

function subjectOf({ account, symbol }: Subject): string {
  return `${account} ${symbol}`;
}

/** Returns the row IDs of what is open: a plan order, or a position with the plan orders that may close it. */
function selectedIds(plan: PlanRow | null, position: PositionRow | null): ReadonlySet<string> | null {
  if (plan) return new Set([planRowId(plan)]);
  if (!position) return null;
  const { account, protection } = position;
  const orders = protection ? [...protection.stops.orders, ...protection.targets.orders] : [];
  return new Set([positionRowId(position), ...orders.map(({ order }) => planRowId({ account, key: order.key }))]);
}
