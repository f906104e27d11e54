import type { LucideIcon } from 'lucide-react';
import { ChartCandlestick, ChartSpline, Coins, Crosshair, History, ListChecks, Ruler } from 'lucide-react';
import type { ComponentType } from 'react';
import type { Screen } from '../../shared/choices.ts';
import type { AccountSummary } from '../../shared/domain.ts';
import { OpenPlansScreen } from '../features/plans/OpenPlansScreen.tsx';
import { onDemand } from './on-demand.tsx';
import { useKeptFocus } from './use-kept-focus.ts';

interface ScreenProps {
  account: AccountSummary;
}

interface ScreenEntry {
  icon: LucideIcon;
  group: 'orders' | 'market';
  Screen: ComponentType<ScreenProps>;
}

function arriving(Screen: ComponentType<ScreenProps>): ComponentType<ScreenProps> {
  return function Arriving(props: ScreenProps) {
    useKeptFocus();
    return <Screen {...props} />;
  };
}

const screenOnDemand = (load: () => Promise<ComponentType<ScreenProps>>) =>
  onDemand<ScreenProps>(async () => arriving(await load()));

/** The one that the program begins with is there from the start. */
const OpenPlans = arriving(OpenPlansScreen);
const OrderHistory = screenOnDemand(
  async () => (await import('../features/history/OrderHistoryScreen.tsx')).OrderHistoryScreen,
);
const PlanHistory = screenOnDemand(
  async () => (await import('../features/history/PlanHistoryScreen.tsx')).PlanHistoryScreen,
);
const Results = screenOnDemand(async () => (await import('../features/results/ResultsScreen.tsx')).ResultsScreen);
const FuturesTickers = screenOnDemand(
  async () => (await import('../features/tickers/FuturesTickersScreen.tsx')).FuturesTickersScreen,
);
const SpotTickers = screenOnDemand(
  async () => (await import('../features/tickers/SpotTickersScreen.tsx')).SpotTickersScreen,
);
const SymbolRules = screenOnDemand(
  async () => (await import('../features/symbol-rules/SymbolRulesScreen.tsx')).SymbolRulesScreen,
);

export const screenEntries: Record<Screen, ScreenEntry> = {
  'open-plans': { icon: Crosshair, group: 'orders', Screen: OpenPlans },
  'order-history': { icon: ListChecks, group: 'orders', Screen: OrderHistory },
  'plan-history': { icon: History, group: 'orders', Screen: PlanHistory },
  results: { icon: ChartSpline, group: 'orders', Screen: Results },
  'futures-tickers': { icon: ChartCandlestick, group: 'market', Screen: FuturesTickers },
  'spot-tickers': { icon: Coins, group: 'market', Screen: SpotTickers },
  'symbol-rules': { icon: Ruler, group: 'market', Screen: SymbolRules },
};

/** For when nothing else is to be done: whoever goes to a screen then finds it there. */
export async function fetchAllScreens(): Promise<void> {
  for (const screen of [FuturesTickers, OrderHistory, PlanHistory, SpotTickers, SymbolRules, Results]) {
    await screen.fetch();
  }
}
