import { ContextMenu } from '@base-ui/react/context-menu';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { targetElement } from '../../components/table/target-element.ts';
import { type PlanRow, planRowId } from '../../model/plan-row.ts';
import { newAlert } from '../../state/alert-form.ts';
import { useText } from '../../text/use-text.ts';
import { planAlerts } from './plan-alerts.ts';

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
