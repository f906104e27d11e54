import { useMemo, useState } from 'react';
import type { AccountSummary } from '../../../shared/contract/accounts.ts';
import { PriceLadder } from '../../domain/plans/ladder/PriceLadder.tsx';
import type { PlanRow } from '../../domain/plans/plan-row.ts';
import type { AccountPlans } from '../../domain/plans/use-plan-rows.ts';
import { useText } from '../../text/use-text.ts';
import { SelectOne } from '../../ui/controls/SelectOne.tsx';
import type { RulesOfRow } from '../../ui/text/figures.ts';

interface PlanLadderProps {
  accounts: readonly AccountSummary[];
  parts: readonly AccountPlans[];
  rulesOf: RulesOfRow<PlanRow>;
  /** The plan order or position whose details are open. The ladder shows its symbol. */
  open: { account: string; symbol: string } | null;
  /** The only symbol in the table; `null` for all. */
  symbol: string | null;
  /** The plan order that comes first in the table. The ladder starts with its symbol. */
  firstRow: PlanRow | undefined;
  isInDetails: boolean;
  onOpen: (plan: PlanRow) => void;
}

/** The price ladder beside the open plans. The user selects the symbol, there or by opening a plan order. */
export function PlanLadder({ accounts, parts, rulesOf, open, symbol, firstRow, isInDetails, onOpen }: PlanLadderProps) {
  const text = useText();
  const rows = useMemo(() => parts.flatMap((part) => part.rows), [parts]);
  const subjects = useMemo(() => Map.groupBy(rows, subjectOf), [rows]);
  const ofSymbol = symbol === null ? undefined : rows.find((row) => row.symbol === symbol);
  const wanted = open ?? ofSymbol ?? null;
  const [{ chosen, follows }, setChosen] = useState<{ chosen: string | null; follows: string | null }>({
    chosen: null,
    follows: null,
  });
  const wantedSubject = wanted && subjectOf(wanted);
  // A plan order that is opened, and a symbol that is selected for the table, select the symbol of the ladder once.
  if (wantedSubject !== follows) setChosen({ chosen: wantedSubject ?? chosen, follows: wantedSubject });
  else if ((chosen === null || !subjects.has(chosen)) && firstRow && subjects.has(subjectOf(firstRow)))
    setChosen({ chosen: subjectOf(firstRow), follows });

  const plans = chosen === null ? undefined : subjects.get(chosen);
  const [first] = plans ?? [];
  const part = parts.find(({ account }) => account === first?.account);
  const ticker = useMemo(
    () => part?.tickers.rows.find((each) => each.symbol === first?.symbol),
    [part?.tickers.rows, first?.symbol],
  );
  const nameOf = ([row]: readonly PlanRow[]): string => {
    const account = accounts.length > 1 ? accounts.find(({ id }) => id === row?.account)?.name : undefined;
    return account === undefined ? (row?.symbol ?? '') : text.clauses(row?.symbol ?? '', account);
  };
  const options = [...subjects]
    .map(([value, group]) => ({ value, label: nameOf(group) }))
    .sort((a, b) => (a.label < b.label ? -1 : 1));
  return (
    <aside className="plan-ladder" aria-label={text.ladder.title} data-in-details={isInDetails || undefined}>
      <div className="plan-ladder-header">
        {chosen !== null && plans && !isInDetails && (
          <SelectOne
            label={text.ladder.choose}
            options={options}
            value={chosen}
            onChange={(next) => setChosen({ chosen: next, follows })}
            className="field plan-ladder-select"
          />
        )}
        {plans && <span className="plan-ladder-count">{text.plans.number(plans.length)}</span>}
      </div>
      {first && plans && part && (
        <PriceLadder
          key={chosen}
          account={first.account}
          symbol={first.symbol}
          plans={plans}
          ticker={ticker}
          rules={rulesOf(first)}
          isLive={part.isLive}
          onOpen={onOpen}
        />
      )}
    </aside>
  );
}

function subjectOf({ account, symbol }: { account: string; symbol: string }): string {
  return `${account} ${symbol}`;
}
