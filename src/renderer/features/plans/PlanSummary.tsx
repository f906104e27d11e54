import { AlertButton } from '../../components/controls/AlertButton.tsx';
import { distanceText } from '../../model/distance-columns.ts';
import { hasCrossed, type PlanRow } from '../../model/plan-row.ts';
import { useText } from '../../text/use-text.ts';

interface PlanLeadProps {
  row: PlanRow;
  /** It is in the list no more: its details are those of the last time. */
  hasLeft: boolean;
}

/** How it stands with the plan, and what can be done about it. */
export function PlanSummary({ row, hasLeft }: PlanLeadProps) {
  const text = useText();
  return (
    <div className="plan-lead">
      <div className="plan-lead-text">
        {hasLeft ? (
          <p data-tone="warning">{text.plans.hasLeft}</p>
        ) : (
          <>
            <p
              className="plan-lead-distance"
              data-tone={hasCrossed(row) ? 'warning' : row.isLive ? undefined : 'muted'}
            >
              {distanceText(row, text)}
            </p>
            <p className="form-hint">{hasCrossed(row) ? text.plans.crossedExplained : text.plans.toTrigger}</p>
          </>
        )}
      </div>
      <AlertButton
        preset={{ account: row.account, kind: 'plan-near', plan: row.key, symbol: row.symbol, scope: 'plan' }}
      />
    </div>
  );
}
