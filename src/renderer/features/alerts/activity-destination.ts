import type { Activity } from '../../../shared/contract/alerts.ts';
import type { LiveList } from '../../../shared/market/market.ts';
import { plansFilter } from '../../domain/alerts/activities-during.ts';
import type { Destination } from '../../platform/navigation/go-to.ts';

const screenOf = {
  'futures-tickers': 'futures-tickers',
  'spot-tickers': 'spot-tickers',
  'open-plans': 'open-plans',
} as const satisfies Record<LiveList, string>;

/**
 * Returns where the subject of an activity is shown: a plan order in its list or in the history, or a symbol among the
 * tickers.
 */
export function destinationOf(activity: Activity): Destination {
  const { account, event } = activity;
  if (event.kind === 'plan-left') {
    return event.backAt === null
      ? { kind: 'list', account, list: 'plan-history', filter: plansFilter([activity]) }
      : { kind: 'screen', account, screen: 'open-plans', row: event.plan };
  }
  if (event.kind === 'unlisted') return { kind: 'screen', account, screen: `${event.market}-tickers` };
  if (event.kind === 'listed') {
    return { kind: 'screen', account, screen: `${event.market}-tickers`, row: event.symbol };
  }
  if (event.kind === 'rules-changed') return { kind: 'screen', account, screen: 'symbol-rules', row: event.symbol };
  const { condition, plan, symbol, list } = event;
  if (condition.kind === 'account-silent') return { kind: 'accounts', account };
  if (plan !== null) return { kind: 'screen', account, screen: 'open-plans', row: plan };
  if ('market' in condition) {
    const screen = `${condition.market}-tickers` as const;
    return { kind: 'screen', account, screen, ...(symbol === null ? {} : { row: symbol }) };
  }
  return { kind: 'screen', account, screen: list === null ? 'open-plans' : screenOf[list] };
}
