import type { Activity, LiveList } from '../../../shared/market.ts';
import type { SettingsChange } from '../../../shared/settings.ts';
import { planIdOf } from '../../domain/plans/plan-row.ts';
import { openDialog } from '../../platform/dialogs.ts';
import { showRow } from '../../platform/navigation/pending-row.ts';
import { showList } from '../../platform/navigation/show-list.ts';

const screenOf = {
  'futures-tickers': 'futures-tickers',
  'spot-tickers': 'spot-tickers',
  'open-plans': 'open-plans',
} as const satisfies Record<LiveList, SettingsChange['screen']>;

/** Shows the subject of an activity: a plan order in its list or in the history, or a symbol among the tickers. */
export function showActivity({ account, event }: Activity, change: (change: SettingsChange) => void): void {
  if (event.kind === 'plan-left') {
    if (event.backAt === null) showInHistory(account, event.plan, change);
    else showOpen(account, event.plan, change);
    return;
  }
  const { condition, plan, symbol, list } = event;
  if (condition.kind === 'account-silent') {
    change({ account });
    openDialog('accounts');
  } else if (plan !== null) showOpen(account, plan, change);
  else if (condition.kind === 'price' || condition.kind === 'change') {
    const screen = `${condition.market}-tickers` as const;
    if (symbol === null) change({ account, screen });
    else showRow({ account, screen, row: symbol }, change);
  } else if (list !== null) change({ account, screen: screenOf[list] });
}

function showOpen(account: string, plan: string, change: (change: SettingsChange) => void): void {
  showRow({ account, screen: 'open-plans', row: plan }, change);
}

function showInHistory(account: string, plan: string, change: (change: SettingsChange) => void): void {
  showList({ account, list: 'plan-history', filter: { text: planIdOf(plan) } }, change);
}
