import { ContextMenu } from '@base-ui/react/context-menu';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { AlertButton } from '../../components/controls/AlertButton.tsx';
import { targetElement } from '../../components/table/target-element.ts';
import type { AlertPreset } from '../../model/alert-draft.ts';
import { distanceText } from '../../model/distance-columns.ts';
import { hasCrossed, type PlanRow, planRowId } from '../../model/plan-row.ts';
import { newAlert } from '../../state/alerts.ts';
import { type Text, useText } from '../../text/use-text.ts';

interface PlanMenuProps {
  plans: readonly PlanRow[];
  children: ReactNode;
}

/** What a right click on a plan offers, or the key for it where the keyboard is in the row. */
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
        {/* biome-ignore lint/a11y/noStaticElementInteractions: it only learns which plan is meant */}
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

/** The alerts that a plan suggests. */
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
        onClick={() =>
          newAlert({ account: row.account, kind: 'plan-near', plan: row.key, symbol: row.symbol, scope: 'plan' })
        }
      />
    </div>
  );
}
