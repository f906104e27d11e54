import type { Timestamp } from '../../../shared/domain.ts';
import type { AccountPlans } from '../../state/use-plan-rows.ts';

/** Of what was fetched of an account the older; `null` where nothing was. */
export function fetchedAtOf({ plans, tickers }: AccountPlans): Timestamp | null {
  const times = [plans.fetchedAt, tickers.fetchedAt].filter((at) => at !== null);
  return times.length === 0 ? null : Math.min(...times);
}
