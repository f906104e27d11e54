import { useMemo } from 'react';
import type { Alert } from '../../../../shared/contract/alerts.ts';
import type { OpenPlan } from '../../../../shared/contract/orders.ts';
import type { Position } from '../../../../shared/contract/trades.ts';
import type { TickerMarket } from '../../../../shared/market/market.ts';
import { useAlerts } from '../../../domain/alerts/alerts.ts';
import { useIsLive } from '../../../domain/market/freshness.ts';
import { useLive } from '../../../domain/market/live/live.ts';
import { usePositionsOf } from '../../../domain/plans/positions/positions.ts';

/** What an account has of a symbol. */
export interface Own {
  positions: Pick<Position, 'side' | 'quantity' | 'incomplete'>[];
  /** Numbers of open plan orders and of price alerts. */
  plans: number;
  alerts: number;
}

/** What an account has of its symbols, as far as that is known. */
export interface Owns {
  of: (symbol: string) => Own | undefined;
  /** False if the plan orders are those of an earlier time. */
  arePlansLive: boolean;
  /** True if its plan orders can't be read, or its orders were never read: it may have more than is known. */
  isUnknown: boolean;
}

/** For `usePositionsOf`: of one account, the positions alone, and nothing. */
const positionsAlone: readonly (readonly OpenPlan[])[] = [[]];
const nothing = [null];

/** Returns what the account has of the symbols of a market. Positions and plan orders exist for futures only. */
export function useOwn(account: string, market: TickerMarket): Owns {
  const isFutures = market === 'futures';
  const accounts = useMemo(() => [account], [account]);
  const [positions] = usePositionsOf(accounts, isFutures ? positionsAlone : nothing);
  const list = useLive('open-plans', account, isFutures);
  const arePlansLive = useIsLive(list);
  const plans = list.rows;
  const { alerts } = useAlerts();
  const held = positions?.book.positions;
  const isUnread = positions?.hasFailed === true || positions?.history?.checkedAt === null;
  const isUnknown = isFutures && (isUnread || (list.fetchedAt === null && list.failure !== null));
  return useMemo(() => {
    const own = ownBySymbol(
      isFutures ? (held ?? []) : [],
      isFutures ? plans : [],
      alerts.filter((alert) => alert.account === account).map(({ condition }) => condition),
      market,
    );
    return { of: (symbol) => own.get(symbol), arePlansLive, isUnknown };
  }, [held, plans, arePlansLive, isUnknown, alerts, account, market, isFutures]);
}

function ownBySymbol(
  positions: readonly Position[],
  plans: readonly Pick<OpenPlan, 'symbol'>[],
  alerts: readonly Alert['condition'][],
  market: TickerMarket,
): Map<string, Own> {
  const own = new Map<string, Own>();
  const of = (symbol: string): Own => {
    const known = own.get(symbol) ?? { positions: [], plans: 0, alerts: 0 };
    own.set(symbol, known);
    return known;
  };
  for (const position of positions) of(position.symbol).positions.push(position);
  for (const { symbol } of plans) of(symbol).plans++;
  for (const alert of alerts) if (alert.kind === 'price' && alert.market === market) of(alert.symbol).alerts++;
  return own;
}
