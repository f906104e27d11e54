import { useMemo } from 'react';
import { compareDecimals } from '../../../shared/values/decimal.ts';
import type { PositionRisk } from '../../domain/alerts/alert-levels.ts';
import { useRulesOfAccounts } from '../../domain/market/symbol-rules.ts';
import type { PositionRow } from '../../domain/plans/positions/position-row.ts';
import { usePositionsOf } from '../../domain/plans/positions/positions.ts';
import { usePositionRows } from '../../domain/plans/positions/use-position-rows.ts';
import { usePlanRows } from '../../domain/plans/use-plan-rows.ts';
import { useSameItems } from '../../platform/same-items.ts';

/** Entry and nearest stop of the account's position of a symbol; `null` until it has been read, and unless exactly one position has both. */
export function usePositionRisk(account: string, symbol: string): PositionRisk | null {
  const plans = usePlanRows(account);
  const accounts = useMemo(() => [account], [account]);
  const isRead = plans.plans.fetchedAt !== null;
  const positions = usePositionsOf(accounts, useSameItems([isRead ? plans.plans.rows : null]));
  const { rulesOf } = useRulesOfAccounts(accounts);
  const rows = usePositionRows(positions, [plans], rulesOf);
  return useMemo(() => {
    const [risk, ...others] = rows.flatMap((row) => (row.symbol === symbol ? (riskOf(row) ?? []) : []));
    return risk === undefined || others.length > 0 ? null : risk;
  }, [rows, symbol]);
}

/** `null` if the position has no stop at a loss: it risks nothing that could be a unit. */
function riskOf({ side, entryPrice, protection }: PositionRow): PositionRisk | null {
  const stop = protection?.stops.orders[0]?.level;
  if (entryPrice === null || stop === undefined) return null;
  const isAtLoss = compareDecimals(stop, entryPrice) === (side === 'long' ? -1 : 1);
  return isAtLoss ? { entry: entryPrice, stop } : null;
}
