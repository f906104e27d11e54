import type { OpenPlan } from '../../../shared/domain.ts';
import type { AlertPreset } from '../../components/alerts/alert-draft.ts';
import type { Text } from '../../text/use-text.ts';

/** The alerts that a plan suggests. */
export function planAlerts(
  { key, symbol, triggerPrice }: OpenPlan,
  text: Text,
): { word: string; preset: AlertPreset }[] {
  const plan = { plan: key, symbol, scope: 'plan' } as const;
  return [
    { word: text.plans.alertNear, preset: { kind: 'plan-near', ...plan } },
    { word: text.plans.alertLeft, preset: { kind: 'plan-left', ...plan } },
    {
      word: text.plans.alertPrice(symbol),
      preset: { kind: 'price', market: 'futures', symbol, ...(triggerPrice === null ? {} : { level: triggerPrice }) },
    },
  ];
}
