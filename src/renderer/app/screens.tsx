import { type ComponentType, useEffect } from 'react';
import type { AccountSummary } from '../../shared/contract/accounts.ts';
import { firstLists } from '../../shared/market/market.ts';
import type { Screen } from '../../shared/settings/choices.ts';
import { readBeforehand } from '../domain/market/live/live.ts';
import { readRulesBeforehand } from '../domain/market/symbol-rules.ts';
import { OpenPlansScreen } from '../features/plans/OpenPlansScreen.tsx';
import { holdReads } from '../platform/client.ts';
import { screenFocus } from '../platform/dialogs.ts';
import { onDemand, type PartOnDemand } from './on-demand.tsx';

interface ScreenProps {
  account: AccountSummary;
}

/** A screen. `load` is missing if its code is part of the first chunk. */
type ScreenPart = ComponentType<ScreenProps> & Partial<Pick<PartOnDemand<ScreenProps>, 'load'>>;

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

export const screenParts: Record<Screen, ScreenPart> = {
  'open-plans': OpenPlans,
  'order-history': OrderHistory,
  'plan-history': PlanHistory,
  trades: Trades,
  results: Results,
  'futures-tickers': FuturesTickers,
  'spot-tickers': SpotTickers,
  'symbol-rules': SymbolRules,
};

/** Milliseconds that a first render waits for rows. */
const maxFirstReadMs = 250;

/** Loads the code of a screen, and its live rows if they come soon. Rejects if the host is gone. */
export async function loadScreen(screen: Screen, account: string): Promise<void> {
  const lists = firstLists[screen];
  const rows = lists && Promise.all([readBeforehand(lists, account), readRulesBeforehand(account)]);
  const tooLate = new Promise<[boolean]>((resolve) => window.setTimeout(resolve, maxFirstReadMs, [false]));
  const [[hasRows]] = await Promise.all([Promise.race([rows ?? [false], tooLate]), screenParts[screen].load?.()]);
  if (hasRows) holdReads();
}

/** Loads the code of all screens. */
export async function preloadScreens(): Promise<void> {
  for (const screen of Object.values(screenParts)) await screen.load?.();
}

/** Focuses the screen at its start if the focus was in the previous screen. */
function useKeptFocus(): void {
  useEffect(() => {
    const focused = document.activeElement;
    if (focused === document.body || focused?.id === 'main') screenFocus()?.focus({ preventScroll: true });
  }, []);
}
