import type { ListEntry, OrderList, OrderListQuery } from '../../exchange/index.ts';
import type { PlanOrder } from '../../shared/domain.ts';
import { OrderglassError } from '../../shared/errors.ts';
import type { LiveAccount } from './live-account.ts';
import type { PlanRef } from './monitor-state.ts';

/** A page of the plan history, for whoever keeps what was fetched. */
export interface FetchedPlans {
  readonly query: OrderListQuery & { readonly symbol: string; readonly direct: 'prev' | 'next' };
  readonly list: OrderList<PlanOrder>;
}

const newestRows = 100;
/** What may stand between two rows of a symbol that were neighbours a moment ago. */
const neighbouringRows = 20;

/**
 * What the plan history says of plans, by key; those that it does not have are missing. Rejects with what a request fails with.
 *
 * A plan that leaves the open ones takes the place in the history that its creation gives it, so that it may stand anywhere. First the
 * newest rows of its symbol and mode are read; where they do not reach back to it, the row before it is asked for and from there the
 * row after that, which is the plan itself: `from` is never part of an answer (service-api.md 4.2). The oldest of all has no row before
 * it, and is asked for from the one after it.
 */
export async function findPlans(
  account: LiveAccount,
  plans: readonly PlanRef[],
  signal: AbortSignal,
  onPage: (page: FetchedPlans) => void = () => {},
): Promise<ReadonlyMap<string, PlanOrder>> {
  const found = new Map<string, PlanOrder>();
  const read = async (query: FetchedPlans['query']): Promise<readonly ListEntry<PlanOrder>[]> => {
    const list = await account.askOrders(
      (client, options) => client.readPlanHistory(query, options),
      signal,
      'background',
    );
    onPage({ query, list });
    for (const entry of list.entries) if ('row' in entry) found.set(entry.row.key, entry.row);
    return list.entries;
  };
  for (const group of groupsOf(plans)) {
    const [first] = group;
    const { symbol, marginMode } = first;
    const newest = await ignoringRefusal(read({ symbol, marginMode, direct: 'prev', limit: newestRows }));
    for (const plan of group) {
      if (found.has(plan.key) || reachesBackTo(newest, plan)) continue;
      for (const [there, back] of [
        ['prev', 'next'],
        ['next', 'prev'],
      ] as const) {
        const [neighbour] = await ignoringRefusal(read({ symbol, marginMode, from: plan.id, direct: there, limit: 1 }));
        if (neighbour === undefined) continue;
        if (neighbour.id === null) break;
        const query = { symbol, marginMode, from: neighbour.id, direct: back, limit: neighbouringRows } as const;
        await ignoringRefusal(read(query));
        break;
      }
    }
  }
  return new Map(plans.flatMap(({ key }) => found.get(key) ?? []).map((row) => [row.key, row]));
}

/** Whether rows end, or are older than the plan: what is not among them is not in the history. */
function reachesBackTo(entries: readonly ListEntry<PlanOrder>[], plan: PlanRef): boolean {
  return entries.length === 0 || entries.some((entry) => 'row' in entry && entry.row.createdAt < plan.createdAt);
}

/** A service that does not know the row to go on from, or the pair, may say so in this way: then the history does not have the plan. */
async function ignoringRefusal(
  reading: Promise<readonly ListEntry<PlanOrder>[]>,
): Promise<readonly ListEntry<PlanOrder>[]> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof OrderglassError && (error.code === 'invalid-request' || error.code === 'invalid-input'))
      return [];
    throw error;
  }
}

/** Those of one symbol and margin mode together. */
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
