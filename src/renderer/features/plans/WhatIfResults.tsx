import { useQuery } from '@tanstack/react-query';
import type { Estimate } from '../../../shared/risk/estimate.ts';
import type { WhatIfStep } from '../../../shared/risk/what-if.ts';
import { signOf } from '../../../shared/values/decimal.ts';
import { movePercentOf, type SubjectResult } from '../../domain/plans/what-if/what-if-of.ts';
import { request } from '../../platform/client.ts';
import { useText } from '../../text/use-text.ts';
import { FigureText } from '../../ui/controls/FigureText.tsx';
import { estimateTone, moneyEstimate } from '../../ui/text/estimates.ts';
import { decimalText, percentText, priceText, quantityText, type RulesOfRow } from '../../ui/text/figures.ts';

interface WhatIfResultsProps {
  results: readonly SubjectResult[];
  rulesOf: RulesOfRow<{ account: string; symbol: string }>;
  /** True to leave out symbols in which nothing happens. */
  isCompact?: boolean;
}

/** What happens in each symbol and margin mode: the orders in their sequence, and what is held and realized then. */
export function WhatIfResults({ results, rulesOf, isCompact = false }: WhatIfResultsProps) {
  const text = useText();
  const words = text.whatIf;
  const shown = isCompact
    ? results.filter(({ result }) => result === null || result.steps.length + result.unclear.length > 0)
    : results;
  return (
    <div className="what-if-results">
      {shown.length === 0 && <p className="position-note">{words.nothing}</p>}
      {shown.map((each) => (
        <SubjectSection key={`${each.account} ${each.marginMode} ${each.symbol}`} subject={each} rulesOf={rulesOf} />
      ))}
      <p className="position-note">{text.sentences(words.mainLine, words.careful)}</p>
      {[...new Set(results.map(({ account }) => account))].map((account) => (
        <FailureRate key={account} account={account} />
      ))}
    </div>
  );
}

/** How often the account's own plan orders failed when they triggered. Renders nothing before one has. */
function FailureRate({ account }: { account: string }) {
  const words = useText().whatIf;
  const { data } = useQuery({
    queryKey: ['plan-failures', account],
    // Without conditions on days, the time zone has no effect.
    queryFn: ({ signal }) =>
      request('summarizeHistory', { account, list: 'plan-history', filter: {}, zone: 'UTC' }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (!data || data.filled + data.failed === 0) return null;
  return <p className="position-note">{words.failed(data.failed, data.filled + data.failed)}</p>;
}

function SubjectSection({ subject, rulesOf }: { subject: SubjectResult; rulesOf: WhatIfResultsProps['rulesOf'] }) {
  const text = useText();
  const words = text.whatIf;
  const { symbol, marginMode, last, target, result } = subject;
  const rules = rulesOf(subject);
  const [from, to] = [last, target].map((price) => priceText(price, rules, text)) as [string, string];
  const name = text.clauses(symbol, text.marginModes[marginMode]);
  return (
    <section className="what-if-subject" aria-label={name}>
      <h4>
        {name} <small>{words.moves(from, to, percentText(movePercentOf(subject), text))}</small>
      </h4>
      {result === null ? (
        <p className="position-note">{words.unknown}</p>
      ) : (
        <>
          <dl className="what-if-figures">
            <MoneyFigure label={words.total} estimate={result.total} />
            <MoneyFigure label={words.realized} estimate={result.realized} />
            <QuantityFigure label={words.longThen} estimate={result.long} />
            <QuantityFigure label={words.shortThen} estimate={result.short} />
          </dl>
          {result.steps.length === 0 && <p className="position-note">{words.nothing}</p>}
          <ol className="what-if-steps">
            {result.steps.map((step) => (
              <StepLine key={`${step.order.key} ${step.role}`} step={step} rules={rules} />
            ))}
          </ol>
          {!result.hasRange && <p className="position-note">{words.noRange}</p>}
          {result.unclear.length > 0 && (
            <ul className="what-if-steps" aria-label={text.risk.unclear}>
              {result.unclear.map(({ order, reason }) => (
                <li key={order.key}>
                  {text.risk.unclear}: {order.side && text.side[order.side]} {quantityText(order.quantity, rules, text)}{' '}
                  {priceText(order.trigger?.price ?? order.price, rules, text)} · {text.risk.reasons[reason]}
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </section>
  );
}

function StepLine({ step, rules }: { step: WhatIfStep; rules: ReturnType<WhatIfResultsProps['rulesOf']> }) {
  const text = useText();
  const words = text.whatIf;
  const { order, role, level, action, isAssumed, long, short } = step;
  const kind = role === 'take-profit' || role === 'stop-loss' || role === 'limit' ? text.ladder.kinds[role] : null;
  const held = (leg: typeof long): string => quantityText(leg?.quantity ?? '0', rules, text);
  return (
    <li title={words.after(held(long), held(short))}>
      <span className="what-if-price">{priceText(level, rules, text)}</span>{' '}
      <span data-tone={kind !== null ? undefined : order.side === 'buy' ? 'up' : 'down'}>
        {kind ?? (order.side && text.side[order.side])} {quantityText(order.quantity, rules, text)}
      </span>{' '}
      {words.actions[action]}
      {isAssumed && <small> · {words.assumed}</small>}
    </li>
  );
}

function MoneyFigure({ label, estimate }: { label: string; estimate: Estimate | null }) {
  const text = useText();
  return (
    <>
      <dt>{label}</dt>
      <dd data-tone={estimateTone(estimate)}>
        <FigureText figure={moneyEstimate(estimate, text)} />
      </dd>
    </>
  );
}

/** A quantity with its range; nothing of a side that is never held. */
function QuantityFigure({ label, estimate: { value, low, high } }: { label: string; estimate: Estimate }) {
  const text = useText();
  if (signOf(high) === 0) return null;
  const shown = decimalText(value);
  return (
    <>
      <dt>{label}</dt>
      <dd>{low === high ? shown : text.estimates.range(shown, decimalText(low), decimalText(high))}</dd>
    </>
  );
}
