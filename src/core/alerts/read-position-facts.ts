import type { OpenPlan } from '../../shared/contract/orders.ts';
import type { Settings } from '../../shared/contract/settings.ts';
import type { Estimate } from '../../shared/risk/estimate.ts';
import { creationOf, makePositionBook, wholeModesOf } from '../../shared/risk/position-book.ts';
import { localTimeZone } from '../../shared/time/time.ts';
import type { Timestamp } from '../../shared/values/domain.ts';
import { isTold } from '../../shared/values/told.ts';
import type { HistoryService } from '../history/history-service.ts';
import type { PositionFacts } from './account-risk.ts';

/** Most plan orders for which the history says whether a position was open when they were created. */
const maxMoments = 2000;
/** Most waiting orders. The newest are read. */
const maxOrders = 1000;
const waiting = { statuses: ['pending', 'partially-filled'] };

/** Reads what the history of an account tells of its open positions. Rejects if it cannot be read. */
export async function readPositionFacts(
  history: Pick<HistoryService, 'ask'>,
  { timeZone }: Pick<Settings, 'timeZone'>,
  account: string,
  plans: readonly OpenPlan[],
  at: Timestamp,
): Promise<PositionFacts> {
  const zone = timeZone === 'local' ? localTimeZone() : timeZone;
  const list = 'order-history';
  const sent = plans.slice(0, maxMoments);
  const [{ positions, doubts, wereOpen, renamed }, { rows: orders }, today, state] = await Promise.all([
    history.ask('readPositions', { account, moments: sent.map(creationOf) }),
    history.ask('readOrderHistory', { account, filter: waiting, sort: [], zone, from: 0, count: maxOrders }),
    history.ask('summarizeHistory', { account, list, filter: { created: { preset: 'today' } }, zone }),
    history.ask('readHistoryState', { account, list }),
  ]);
  const symbols = [...new Set(positions.map(({ symbol }) => symbol))];
  const sizes = await Promise.all(symbols.map((symbol) => history.ask('readContractSize', { account, symbol })));
  const contractSizes = new Map<string, Estimate>();
  const uncertain = new Set<string>();
  for (const [index, symbol] of symbols.entries()) {
    const { size, from = null, to = null, pnl } = sizes[index] ?? {};
    if (size !== undefined && isTold(size))
      contractSizes.set(symbol, { value: size, low: from ?? size, high: to ?? size });
    if (pnl?.isUncertain === true) uncertain.add(symbol);
  }
  const createdWhileOpen = sent.filter((_plan, index) => wereOpen[index]).map(({ key }) => key);
  return {
    book: makePositionBook(positions, createdWhileOpen, wholeModesOf(state), doubts, renamed),
    orders,
    contractSizes,
    uncertain,
    today: new Map(today.pnl.map(({ quote, sum }) => [quote, sum])),
    at,
  };
}
