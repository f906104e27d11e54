import { type PrecisionOf, priceText, quantityText } from '../../../format/figures.ts';
import { directionWord, sideAndKind, sideTone } from '../../../format/words.ts';
import { useLive } from '../../../state/live/live.ts';
import { useText } from '../../../text/use-text.ts';

interface PlansSectionProps {
  account: string;
  symbol: string;
  precisionOf: PrecisionOf;
}

/** The plan orders of the account that wait in the symbol. */
export function PlansSection({ account, symbol, precisionOf }: PlansSectionProps) {
  const text = useText();
  const { rows, isRead, fetchedAt } = useLive('open-plans', account);
  const plans = rows.filter((plan) => plan.symbol === symbol);
  const precision = precisionOf(symbol);
  const known = isRead && fetchedAt !== null;
  return (
    <section className="panel-section" aria-label={text.tickers.plans}>
      <h3>{text.tickers.plans}</h3>
      {plans.length === 0 && <p className="panel-note">{known ? text.tickers.noPlans : text.tickers.reading}</p>}
      <ul className="panel-rows">
        {plans.map((plan) => (
          <li key={plan.key} className="panel-row">
            <span className="panel-row-what">
              {directionWord(plan, text)} {priceText(plan.triggerPrice, precision, text)}
            </span>
            <span data-tone={sideTone(plan)}>{sideAndKind(plan, text)}</span>
            <span>{quantityText(plan.quantity, precision, text)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
