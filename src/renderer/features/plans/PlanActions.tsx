import { ContextMenu } from '@base-ui/react/context-menu';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { AlertButton } from '../../components/controls/AlertButton.tsx';
import { targetElement } from '../../components/table/pointer.ts';
import type { AlertPreset } from '../../model/alert-draft.ts';
import { distanceText } from '../../model/distance-columns.ts';
import { hasCrossed, type PlanRow, planRowId } from '../../model/plan-row.ts';
import { newAlert } from '../../state/alerts.ts';
import { type Text, useText } from '../../text/use-text.ts';

interface PlanMenuProps {
  plans: readonly PlanRow[];
  children: ReactNode;
}

/** The context menu of a plan order, for the pointer and for the menu key. */
export function PlanMenu({ plans, children }: PlanMenuProps) {
  const text = useText();
  const [plan, setPlan] = useState<PlanRow | null>(null);
  const onContextMenu = (event: MouseEvent): void => {
    const id = targetElement(event.target)?.closest<HTMLElement>('[data-row-id]')?.dataset.rowId;
    const found = plans.find((each) => planRowId(each) === id) ?? null;
    setPlan(found);
    if (found === null) event.stopPropagation();
  };
  return (
    <ContextMenu.Root>
      <ContextMenu.Trigger className="screen-area">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the handler only finds the plan order */}
        <div className="screen-area" onContextMenu={onContextMenu}>
          {children}
        </div>
      </ContextMenu.Trigger>
      <ContextMenu.Portal>
        <ContextMenu.Positioner className="popup-positioner">
          {plan && (
            <ContextMenu.Popup className="popup popup-list" aria-label={text.plans.menu(plan.symbol)}>
              {planAlerts(plan, text).map(({ word, preset }) => (
                <ContextMenu.Item key={word} className="popup-item" onClick={() => newAlert(preset)}>
                  {word}
                </ContextMenu.Item>
              ))}
            </ContextMenu.Popup>
          )}
        </ContextMenu.Positioner>
      </ContextMenu.Portal>
    </ContextMenu.Root>
  );
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
}

/** The distance to the trigger and the alert button, at the top of a plan order's details. */
export function PlanSummary({ row, hasLeft }: PlanSummaryProps) {
  const text = useText();
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
              {distanceText(row, text)}
            </p>
            <p className="form-hint">{hasCrossed(row) ? text.plans.crossedExplained : text.plans.toTrigger}</p>
          </>
        )}
      </div>
      <AlertButton
        onClick={() =>
          newAlert({ account: row.account, kind: 'plan-near', plan: row.key, symbol: row.symbol, scope: 'plan' })
        }
      />
    </div>
  );
}
