import type { AlertPreset } from '../../model/alert-draft.ts';
import type { PlanRow } from '../../model/plan-row.ts';
import type { Text } from '../../text/use-text.ts';

/** The alerts that a plan suggests. */
export function planAlerts(
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
