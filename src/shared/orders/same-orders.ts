import type { Order } from '../contract/orders.ts';
import type { AnswerOf, QuestionOf } from '../contract/questions.ts';

type Read = (question: QuestionOf<'readOrderHistory'>) => Promise<AnswerOf<'readOrderHistory'>>;

/** Most rows that a question answers. */
const maxRows = 1000;

/**
 * Resolves with the groups of accounts of which one has the newest order of another one, because they have keys of one account of the
 * exchange. IDs alone can be equal by chance: margin mode, time of creation and symbol must be equal, too.
 */
export async function accountsWithSameOrders(accounts: readonly string[], read: Read): Promise<string[][]> {
  const ask = async (account: string, count: number, ids?: readonly string[]): Promise<readonly Order[]> => {
    const filter = ids === undefined ? {} : { ids: [...ids] };
    return (await read({ account, filter, zone: 'UTC', sort: [], from: 0, count })).rows;
  };
  if (accounts.length < 2) return [];
  const newest = await Promise.all(accounts.map(async (account) => (await ask(account, 1))[0]));
  const ids = new Set(newest.flatMap((order) => order?.id ?? []));
  const found = await Promise.all(accounts.map((account) => ask(account, maxRows, [...ids])));
  const has = (place: number, order: Order | undefined): boolean =>
    found[place]?.some(
      (own) => own.key === order?.key && own.createdAt === order.createdAt && own.symbol === order.symbol,
    ) ?? false;
  const groups: number[][] = [];
  for (const place of accounts.keys()) {
    const same = groups.find((group) => group.some((other) => has(place, newest[other]) || has(other, newest[place])));
    if (same === undefined) groups.push([place]);
    else same.push(place);
  }
  return groups.filter(({ length }) => length > 1).map((group) => group.flatMap((place) => accounts[place] ?? []));
}
