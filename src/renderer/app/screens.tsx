import {
  ArrowLeftRight,
  ChartCandlestick,
  ChartSpline,
  Coins,
  Crosshair,
  History,
  ListChecks,
  type LucideIcon,
  Ruler,
} from 'lucide-react';
import { type ComponentType, useEffect } from 'react';
import type { Screen } from '../../shared/choices.ts';
import type { AccountSummary } from '../../shared/contract/accounts.ts';
import { OpenPlansScreen } from '../features/plans/OpenPlansScreen.tsx';
import { screenFocus } from '../platform/dialogs.ts';
import { onDemand } from './on-demand.tsx';

interface ScreenProps {
  account: AccountSummary;
}

interface ScreenEntry {
  icon: LucideIcon;
  group: 'orders' | 'market';
  Screen: ComponentType<ScreenProps>;
}

function keepingFocus(Screen: ComponentType<ScreenProps>): ComponentType<ScreenProps> {
  return function KeepingFocus(props: ScreenProps) {
    useKeptFocus();
    return <Screen {...props} />;
  };
}

const screenOnDemand = (load: () => Promise<ComponentType<ScreenProps>>) =>
  onDemand<ScreenProps>(async () => keepingFocus(await load()));

/** The first screen of the program is part of the first chunk. */
const OpenPlans = keepingFocus(OpenPlansScreen);
const OrderHistory = screenOnDemand(
  async () => (await import('../features/history/HistoryScreen.tsx')).OrderHistoryScreen,
);
const PlanHistory = screenOnDemand(
  async () => (await import('../features/history/HistoryScreen.tsx')).PlanHistoryScreen,
);
const Trades = screenOnDemand(async () => (await import('../features/trades/TradesScreen.tsx')).TradesScreen);
const Results = screenOnDemand(async () => (await import('../features/results/ResultsScreen.tsx')).ResultsScreen);
const FuturesTickers = screenOnDemand(
  async () => (await import('../features/tickers/TickersScreen.tsx')).FuturesTickersScreen,
);
const SpotTickers = screenOnDemand(
  async () => (await import('../features/tickers/TickersScreen.tsx')).SpotTickersScreen,
);
const SymbolRules = screenOnDemand(
  async () => (await import('../features/symbol-rules/SymbolRulesScreen.tsx')).SymbolRulesScreen,
);

export const screenEntries: Record<Screen, ScreenEntry> = {
  'open-plans': { icon: Crosshair, group: 'orders', Screen: OpenPlans },
  'order-history': { icon: ListChecks, group: 'orders', Screen: OrderHistory },
  'plan-history': { icon: History, group: 'orders', Screen: PlanHistory },
  trades: { icon: ArrowLeftRight, group: 'orders', Screen: Trades },
  results: { icon: ChartSpline, group: 'orders', Screen: Results },
  'futures-tickers': { icon: ChartCandlestick, group: 'market', Screen: FuturesTickers },
  'spot-tickers': { icon: Coins, group: 'market', Screen: SpotTickers },
  'symbol-rules': { icon: Ruler, group: 'market', Screen: SymbolRules },
};

/** Loads the code of all screens. */
export async function preloadScreens(): Promise<void> {
  for (const screen of [FuturesTickers, OrderHistory, PlanHistory, SpotTickers, SymbolRules, Trades, Results]) {
    await screen.load();
  }
}

/** Focuses the screen at its start if the focus was in the previous screen. */
function useKeptFocus(): void {
  useEffect(() => {
    const focused = document.activeElement;
    if (focused === document.body || focused?.id === 'main') screenFocus()?.focus({ preventScroll: true });
  }, []);
}
