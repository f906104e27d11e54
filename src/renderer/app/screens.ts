import type { LucideIcon } from 'lucide-react';
import { ChartCandlestick, ChartSpline, Coins, Crosshair, History, ListChecks, Ruler } from 'lucide-react';
import type { ComponentType } from 'react';
import type { Screen } from '../../shared/choices.ts';
import type { AccountSummary } from '../../shared/domain.ts';
import { FuturesTickersScreen } from '../features/futures-tickers/FuturesTickersScreen.tsx';
import { OpenPlansScreen } from '../features/open-plans/OpenPlansScreen.tsx';
import { OrderHistoryScreen } from '../features/order-history/OrderHistoryScreen.tsx';
import { PlanHistoryScreen } from '../features/plan-history/PlanHistoryScreen.tsx';
import { SpotTickersScreen } from '../features/spot-tickers/SpotTickersScreen.tsx';
import { SymbolRulesScreen } from '../features/symbol-rules/SymbolRulesScreen.tsx';
import { LazyResults } from './LazyResults.tsx';

interface ScreenEntry {
  icon: LucideIcon;
  group: 'orders' | 'market';
  Screen: ComponentType<{ account: AccountSummary }>;
}

export const screenEntries: Record<Screen, ScreenEntry> = {
  'open-plans': { icon: Crosshair, group: 'orders', Screen: OpenPlansScreen },
  'order-history': { icon: ListChecks, group: 'orders', Screen: OrderHistoryScreen },
  'plan-history': { icon: History, group: 'orders', Screen: PlanHistoryScreen },
  results: { icon: ChartSpline, group: 'orders', Screen: LazyResults },
  'futures-tickers': { icon: ChartCandlestick, group: 'market', Screen: FuturesTickersScreen },
  'spot-tickers': { icon: Coins, group: 'market', Screen: SpotTickersScreen },
  'symbol-rules': { icon: Ruler, group: 'market', Screen: SymbolRulesScreen },
};
