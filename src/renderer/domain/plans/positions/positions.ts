import { queryOptions, useQueries } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { HistoryState } from '../../../../shared/contract/history.ts';
import type { OpenPlan } from '../../../../shared/contract/orders.ts';
import {
  creationOf,
  makePositionBook,
  type PositionBook,
  wholeModesOf,
} from '../../../../shared/risk/position-book.ts';
import { client, request } from '../../../platform/client.ts';
import { useKept } from '../../../platform/use-kept.ts';
import { useSameItems } from '../../../platform/use-same-items.ts';
import { useHistoryStates } from '../../orders/history-state.ts';

const list = 'order-history';
/** Most moments of one query. */
const maxMoments = 2000;
/** Milliseconds from a change of the history to the next read, and after a failed read. */
const readAgainMs = 500;
const retryIntervalMs = 3000;

const noPlans: readonly OpenPlan[] = [];
const noPlansOfOne: readonly (readonly OpenPlan[])[] = [noPlans];
const listNumbers = new WeakMap<readonly OpenPlan[], number>([[noPlans, 0]]);
let lastNumber = 0;

/** Returns a number that stands for a list of plan orders in a query's key. */
function numberOf(plans: readonly OpenPlan[]): number {
  const number = listNumbers.get(plans) ?? ++lastNumber;
  listNumbers.set(plans, number);
  return number;
}

function positionsOf(account: string, list: readonly OpenPlan[] | null) {
  const plans = list ?? noPlans;
  return queryOptions({
    queryKey: ['positions', account, numberOf(plans)],
    enabled: list !== null,
    queryFn: async ({ signal }) => {
      const sent = plans.slice(0, maxMoments);
      const moments = sent.map(creationOf);
      const { version, positions, doubts, wereOpen, renamed } = await request(
        'readPositions',
        { account, moments },
        signal,
      );
      const createdWhileOpen = sent.filter((_plan, index) => wereOpen[index]).map(({ key }) => key);
      return { version, positions, doubts, renamed, createdWhileOpen };
    },
    refetchInterval: (query) => (query.state.status === 'error' ? retryIntervalMs : false),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    // Positions that are the same after another order stay the same objects.
    structuralSharing: true,
  });
}

/** The open positions of an account, with the state of the history that they are derived from. */
export interface AccountPositions {
  account: string;
  book: PositionBook;
  /** `undefined` until it has been read. */
  history: HistoryState | undefined;
  /** That of the order history that the positions were derived from; `null` until they have been read. */
  version: number | null;
  /** True if the positions could not be read. */
  hasFailed: boolean;
}

/**
 * The open positions of several accounts, read again after each change of their order history. `plans`: for each
 * account, the plan orders for which the book says whether a position was open when they were created. Nothing is read
 * of an account whose plan orders are `null`.
 */
export function usePositionsOf(
  accounts: readonly string[],
  plans: readonly (readonly OpenPlan[] | null)[],
): readonly AccountPositions[] {
  const lists = accounts.map((_account, index) => plans[index] ?? null);
  const histories = useHistoryStates(
    accounts,
    list,
    lists.map((each) => each !== null),
  );
  const reads = useQueries({ queries: accounts.map((account, index) => positionsOf(account, lists[index] ?? null)) });
  const outdated = reads.filter(({ data }, index) => data && data.version < (histories[index]?.version ?? 0));
  const again = useSameItems(outdated.map(({ refetch }) => refetch));
  // The history may have changed again during a read, so another read may follow each.
  const readAt = useSameItems(outdated.map(({ dataUpdatedAt }) => dataUpdatedAt));
  // biome-ignore lint/correctness/useExhaustiveDependencies: a read that is outdated when it ends is repeated
  useEffect(() => {
    if (again.length === 0) return;
    const timer = setTimeout(() => {
      for (const read of again) void read();
    }, readAgainMs);
    return () => clearTimeout(timer);
  }, [again, readAt]);

  const kept = useKept(
    accounts,
    reads.map(({ data }) => data),
  );
  const positions = useSameItems(kept.map((data) => data?.positions));
  const doubts = useSameItems(kept.map((data) => data?.doubts));
  const renamed = useSameItems(kept.map((data) => data?.renamed));
  const createdWhileOpen = useSameItems(kept.map((data) => data?.createdWhileOpen));
  const whole = useSameItems(histories.map((state) => (state ? wholeModesOf(state).join(' ') : '')));
  // A book stays the same object until something in it changes, because the columns of the open plans depend on it.
  const books = useMemo(
    () =>
      positions.map((each, index) =>
        makePositionBook(
          each ?? null,
          createdWhileOpen[index] ?? [],
          whole[index]?.split(' ') ?? [],
          doubts[index],
          renamed[index],
        ),
      ),
    [positions, createdWhileOpen, whole, doubts, renamed],
  );
  return accounts.flatMap((account, index) => {
    const book = books[index];
    const history = histories[index];
    if (!book) return [];
    const hasFailed = reads[index]?.isError === true;
    return [{ account, book, history, version: kept[index]?.version ?? null, hasFailed }];
  });
}

/** The open positions of one account. */
export function usePositions(account: string): AccountPositions {
  const [positions] = usePositionsOf(
    useMemo(() => [account], [account]),
    noPlansOfOne,
  );
  if (!positions) throw new Error('The positions of the account are missing.');
  return positions;
}

/** Requests the newest orders of the accounts. The positions follow with the history. */
export function refreshPositions(accounts: readonly string[]): void {
  for (const account of accounts) void client.syncHistory({ account, list, action: 'refresh' });
}
