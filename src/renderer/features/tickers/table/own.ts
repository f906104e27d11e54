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
  /** False if the plan orders are those of an earlier time. */
  arePlansLive: boolean;
}
type Counted = Omit<Own, 'arePlansLive'>;
export type OwnOf = (symbol: string) => Own | undefined;

/** For `usePositionsOf`: of one account, the positions alone, and nothing. */
const positionsAlone: readonly (readonly OpenPlan[])[] = [[]];
const nothing = [null];

/** Returns what the account has of the symbols of a market. Positions and plan orders exist for futures only. */
export function useOwn(account: string, market: TickerMarket): OwnOf {
  const isFutures = market === 'futures';
  const accounts = useMemo(() => [account], [account]);
  const [positions] = usePositionsOf(accounts, isFutures ? positionsAlone : nothing);
  const list = useLive('open-plans', account, isFutures);
  const arePlansLive = useIsLive(list);
  const plans = list.rows;
  const { alerts } = useAlerts();
  const held = positions?.book.positions;
  return useMemo(() => {
    const own = ownBySymbol(
      isFutures ? (held ?? []) : [],
      isFutures ? plans : [],
      alerts.filter((alert) => alert.account === account).map(({ condition }) => condition),
      market,
    );
    return (symbol) => {
      const found = own.get(symbol);
      return found && { ...found, arePlansLive };
    };
  }, [held, plans, arePlansLive, alerts, account, market, isFutures]);
}

function ownBySymbol(
  positions: readonly Position[],
  plans: readonly Pick<OpenPlan, 'symbol'>[],
  alerts: readonly Alert['condition'][],
  market: TickerMarket,
): Map<string, Counted> {
  const own = new Map<string, Counted>();
  const of = (symbol: string): Counted => {
    const known = own.get(symbol) ?? { positions: [], plans: 0, alerts: 0 };
    own.set(symbol, known);
    return known;
  };
  for (const position of positions) of(position.symbol).positions.push(position);
  for (const { symbol } of plans) of(symbol).plans++;
  for (const alert of alerts) if (alert.kind === 'price' && alert.market === market) of(alert.symbol).alerts++;
  return own;
}
