import { page } from 'vitest/browser';
import type { OpenPlan } from '../../../../shared/contract/orders.ts';
import type { SettingsChange } from '../../../../shared/contract/settings.ts';
import type { Position } from '../../../../shared/contract/trades.ts';
import { defaultPinning } from '../../../../shared/settings/choices.ts';
import type { Answers } from '../../../testing/fake-host.ts';
import { FakeMarket } from '../../../testing/fake-market.ts';
import { type Rendered, render } from '../../../testing/render.tsx';
import { TroubleLine } from '../../../ui/screen/Bar.tsx';
import { OpenPlansScreen } from '../OpenPlansScreen.tsx';

export const grid = page.getByRole('treegrid', { name: /^Open plans, / });
export const details = page.getByRole('complementary', { name: 'Details' });
export const status = page.getByRole('region', { name: 'Table status' });

/** BTC-USDT is at 100, BTC-USDC at 101, ETH-USDT at 102. */
export const marketOf = (plans: readonly OpenPlan[], positions: readonly Position[] = []): FakeMarket =>
  new FakeMarket(['BTC-USDT', 'BTC-USDC', 'ETH-USDT'], plans, positions);

export function showOpenPlans(market: FakeMarket, settings: SettingsChange = {}, answers: Answers = {}): Rendered {
  const screen = (
    <>
      <TroubleLine />
      <OpenPlansScreen account={market.owner} />
    </>
  );
  return render(screen, { answers: { ...market.answers, ...answers }, settings });
}

/** Shows columns that are hidden at first, and hides others. */
export const withColumns = (shown: readonly string[], hidden: readonly string[] = []): SettingsChange => ({
  tables: {
    positions: {
      columnOrder: [],
      columnVisibility: Object.fromEntries(
        [...shown, ...hidden].map((column) => [column, shown.includes(column)] as const),
      ),
      columnSizing: {},
      columnPinning: defaultPinning,
      sorting: [],
    },
  },
});
