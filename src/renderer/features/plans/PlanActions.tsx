import { Menu } from '@base-ui/react/menu';
import { AlertButton } from '../../domain/alerts/AlertButton.tsx';
import type { AlertPreset } from '../../domain/alerts/alert-draft.ts';
import { newAlert, openNewAlert } from '../../domain/alerts/alerts.ts';
import { distanceText } from '../../domain/plans/distance-columns.ts';
import { hasCrossed, isTriggered, type PlanRow, planFigures } from '../../domain/plans/plan-row.ts';
import { useCommand } from '../../platform/commands.ts';
import { type Text, useText } from '../../text/use-text.ts';

/** The alerts on a plan order, as menu items. */
export function PlanAlertItems({ plan }: { plan: PlanRow }) {
  return planAlerts(plan, useText()).map(({ word, preset }) => (
    <Menu.Item key={word} className="popup-item" onClick={() => newAlert(preset)}>
      {word}
    </Menu.Item>
  ));
}

/** Returns the alerts that the menu of a plan order offers. */
function planAlerts(
  { account, key, symbol, triggerPrice }: PlanRow,
  text: Text,
): { word: string; preset: AlertPreset }[] {
  const plan = { account, plan: key, symbol, scope: 'plan' } as const;
  return [
    { word: text.plans.alertNear, preset: { kind: 'plan-near', ...plan } },
    { word: text.plans.alertLeft, preset: { kind: 'plan-left', ...plan } },
    {
      word: text.plans.alertPrice(symbol),
      preset: {
        account,
        kind: 'price',
        market: 'futures',
        symbol,
        ...(triggerPrice === null ? {} : { level: triggerPrice }),
      },
    },
  ];
}

interface PlanSummaryProps {
  row: PlanRow;
  /** True if the plan order is no longer open. */
  hasLeft: boolean;
  /** Why the plan order is an orphan; `null` if it is none. */
  orphan: string | null;
}

/** What the distance is of. */
function DistanceHints({ row }: Pick<PlanSummaryProps, 'row'>) {
  const { plans: words } = useText();
  const toTrigger = row.isLive ? words.toTrigger : words.old(words.toTrigger);
  return (
    <>
      <p className="form-hint">{hasCrossed(row) ? words.crossedExplained : toTrigger}</p>
      {planFigures(row).trigger?.hasCrossed === null && <p className="form-hint">{words.noSide}</p>}
    </>
  );
}

/** The distance to the trigger and the alert button, at the top of a plan order's details. */
export function PlanSummary({ row, hasLeft, orphan }: PlanSummaryProps) {
  const text = useText();
  useCommand('new-alert', () => openNewAlert(row.symbol, null, { account: row.account }));
  return (
    <div className="plan-summary">
      <div className="plan-summary-text">
        {hasLeft ? (
          <p data-tone="warning">{text.plans.hasLeft}</p>
        ) : (
          <>
            <p
              className="plan-summary-distance"
              data-tone={hasCrossed(row) ? 'warning' : row.isLive ? undefined : 'muted'}
            >
              {isTriggered(row) ? text.risk.reasons.triggered : distanceText(row, text)}
            </p>
            {!isTriggered(row) && <DistanceHints row={row} />}
          </>
        )}
      </div>
      <AlertButton
        onClick={() =>
          newAlert({ account: row.account, kind: 'plan-near', plan: row.key, symbol: row.symbol, scope: 'plan' })
        }
      />
      {orphan !== null && !hasLeft && (
        <div className="plan-orphan">
          <h3>{text.openPositions.orphan.title}</h3>
          <p>{orphan}</p>
          <p className="form-hint">{text.openPositions.orphan.careful}</p>
        </div>
      )}
    </div>
  );
}
