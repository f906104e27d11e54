import type { Order } from '../contract/orders.ts';
import type { AnswerOf, QuestionOf } from '../contract/questions.ts';
import { maxFilterIds } from './history.ts';

type Read = (question: QuestionOf<'readOrdersByKey'>) => Promise<AnswerOf<'readOrdersByKey'>>;

/**
 * Resolves with the groups of accounts of which one has the latest order of another one, because they have keys of one account of the
 * exchange. IDs alone can be equal by chance: margin mode, time of creation and symbol must be equal, too.
 */
export async function accountsWithSameOrders(accounts: readonly string[], read: Read): Promise<string[][]> {
  if (accounts.length < 2) return [];
  const latest = await Promise.all(accounts.map(async (account) => (await read({ account, keys: [] })).latest));
  // A question takes no more keys.
  const keys = [...new Set(latest.flatMap((order) => order?.key ?? []))].slice(0, maxFilterIds);
  const found = await Promise.all(accounts.map(async (account) => (await read({ account, keys })).found));
  const has = (place: number, order: Order | null | undefined): boolean =>
    found[place]?.some(
      (own) => own.key === order?.key && own.createdAt === order.createdAt && own.symbol === order.symbol,
    ) ?? false;
  const groups: number[][] = [];
  for (const place of accounts.keys()) {
    const same = groups.find((group) => group.some((other) => has(place, latest[other]) || has(other, latest[place])));
    if (same === undefined) groups.push([place]);
    else same.push(place);
  }
  return groups.filter(({ length }) => length > 1).map((group) => group.flatMap((place) => accounts[place] ?? []));
}
