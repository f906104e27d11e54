import { formatTimestamp } from '../../../../shared/time.ts';
import { failureText } from '../../../model/failure-text.ts';
import { type PrecisionOf, priceText, quantityText } from '../../../model/figures.ts';
import { directionWord, sideAndKind, sideTone } from '../../../model/words.ts';
import { useLive } from '../../../state/live/live.ts';
import { useIsLive } from '../../../state/live/use-is-live.ts';
import { useTimeZone } from '../../../state/time-zone.ts';
import { useText } from '../../../text/use-text.ts';

interface PlansSectionProps {
  account: string;
  symbol: string;
  precisionOf: PrecisionOf;
}

/** The plan orders of the account that wait in the symbol. They may be older than the tickers around them, and say so. */
export function PlansSection({ account, symbol, precisionOf }: PlansSectionProps) {
  const text = useText();
  const zone = useTimeZone();
  const view = useLive('open-plans', account);
  const isLive = useIsLive(view);
  const { rows, fetchedAt, failure } = view;
  const plans = rows.filter((plan) => plan.symbol === symbol);
  const precision = precisionOf(symbol);
  const isOld = fetchedAt !== null && !isLive;
  return (
    <section className="panel-section" aria-label={text.tickers.plans} data-stale={isOld || undefined}>
      <h3>{text.tickers.plans}</h3>
      {failure && <p className="panel-note">{failureText(failure, text).what}</p>}
      {isOld && <p className="panel-warning">{text.tickers.oldPlans(formatTimestamp(fetchedAt, zone).slice(11))}</p>}
      {fetchedAt === null && !failure && <p className="panel-note">{text.tickers.reading}</p>}
      {fetchedAt !== null && plans.length === 0 && (
        <p className="panel-note">{isOld ? text.tickers.noPlansThen : text.tickers.noPlans}</p>
      )}
      <ul className="panel-rows">
        {plans.map((plan) => (
          <li key={plan.key} className="panel-row">
            <span className="panel-row-what">
              {directionWord(plan, text)} {priceText(plan.triggerPrice, precision, text)}
            </span>
            <span data-tone={isOld ? undefined : sideTone(plan)}>{sideAndKind(plan, text)}</span>
            <span>{quantityText(plan.quantity, precision, text)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
