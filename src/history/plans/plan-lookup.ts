import type { ListEntry } from '../../exchange/index.ts';
import type { PlanOrder } from '../../shared/contract/orders.ts';
import type { PlanRef } from '../../shared/contract/tracked-plans.ts';
import { OrderglassError } from '../../shared/values/errors.ts';
import type { PageQuery } from '../sync/exchange.ts';

/** Which rows of the plan history are requested to look up plan orders. */
export type LookupQuery = PageQuery & Required<Pick<PageQuery, 'symbol' | 'direct' | 'limit'>>;

const newestRows = 100;
/** Rows requested next to a plan's neighbor. Other plans may have been inserted between the two since. */
const neighborRows = 20;

/**
 * Returns the plan history's rows of the plans, by key. Plans that the history does not have are missing. Rejects if a request fails.
 *
 * The history inserts a closed plan at its creation time, so the plan may be anywhere. First the newest rows of its symbol and margin
 * mode are read. If those do not reach back to the plan, its older neighbor is read with the plan's ID as `from`, and then the rows
 * that follow the neighbor: a response never contains `from` itself (docs/service.md 4.2). The oldest plan has no older neighbor and is
 * read from its newer one.
 */
export async function lookUpPlans(
  plans: readonly PlanRef[],
  fetchRows: (query: LookupQuery) => Promise<readonly ListEntry<PlanOrder>[]>,
): Promise<ReadonlyMap<string, PlanOrder>> {
  const found = new Map<string, PlanOrder>();
  const read = async (query: LookupQuery): Promise<readonly ListEntry<PlanOrder>[]> => {
    const entries = await fetchRows(query);
    for (const entry of entries) if ('row' in entry) found.set(entry.row.key, entry.row);
    return entries;
  };
  for (const group of groupsOf(plans)) {
    const [first] = group;
    const { symbol, marginMode } = first;
    const newest = await emptyIfRefused(read({ symbol, marginMode, from: null, direct: 'prev', limit: newestRows }));
    for (const plan of group) {
      if (found.has(plan.key) || reachesBackTo(newest, plan)) continue;
      for (const [toNeighbor, back] of [
        ['prev', 'next'],
        ['next', 'prev'],
      ] as const) {
        const [neighbor] = await emptyIfRefused(
          read({ symbol, marginMode, from: plan.id, direct: toNeighbor, limit: 1 }),
        );
        if (neighbor === undefined) continue;
        if (neighbor.id === null) break;
        await emptyIfRefused(read({ symbol, marginMode, from: neighbor.id, direct: back, limit: neighborRows }));
        break;
      }
    }
  }
  return new Map(plans.flatMap(({ key }) => found.get(key) ?? []).map((row) => [row.key, row]));
}

/** True if the rows reach back to the plan's creation, or there are none: a plan that is not among them is not in the history. */
function reachesBackTo(entries: readonly ListEntry<PlanOrder>[], plan: PlanRef): boolean {
  return entries.length === 0 || entries.some((entry) => 'row' in entry && entry.row.createdAt < plan.createdAt);
}

/** Resolves with no rows if the service rejects the request: it does not know the symbol, or the row given as `from`. */
async function emptyIfRefused(
  request: Promise<readonly ListEntry<PlanOrder>[]>,
): Promise<readonly ListEntry<PlanOrder>[]> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof OrderglassError && (error.code === 'invalid-request' || error.code === 'invalid-input'))
      return [];
    throw error;
  }
}

/** Groups the plans by symbol and margin mode. */
function groupsOf(plans: readonly PlanRef[]): [PlanRef, ...PlanRef[]][] {
  const groups = new Map<string, [PlanRef, ...PlanRef[]]>();
  for (const plan of plans) {
    const name = `${plan.marginMode} ${plan.symbol}`;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [plan]);
    else group.push(plan);
  }
  return [...groups.values()];
}
