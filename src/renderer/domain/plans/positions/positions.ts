import { queryOptions, useQueries } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { HistoryState } from '../../../../shared/contract/history.ts';
import type { OpenPlan } from '../../../../shared/contract/orders.ts';
import { riskPlansOf } from '../../../../shared/plans/plan-ref.ts';
import { makePositionBook, type PositionBook, wholeModesOf } from '../../../../shared/risk/position-book.ts';
import { client, request } from '../../../platform/client.ts';
import { perObject } from '../../../platform/per-object.ts';
import { haveSameItems, useSameItems } from '../../../platform/same-items.ts';
import { whenVisible } from '../../../platform/timer.ts';
import { useKept } from '../../../platform/use-kept.ts';
import { useHistoryStates } from '../../orders/history-state.ts';

const list = 'order-history';
/**
 * Milliseconds from a change of the history to the next read. During a download, every page changes it, and what is known of the contracts is
 * calculated again for each read.
 */
const readAgainMs = 500;
const readAgainInDownloadMs = 3000;
/** Milliseconds after a failed read. */
const retryIntervalMs = 3000;

const noPlans: readonly OpenPlan[] = [];
const noPlansOfOne: readonly (readonly OpenPlan[])[] = [noPlans];
/** Returns a text that stands for a list of plan orders in a query's key. */
const nameOf = perObject((_plans: readonly OpenPlan[]) => crypto.randomUUID());

function riskOf(account: string, list: readonly OpenPlan[] | null) {
  const plans = list ?? noPlans;
  return queryOptions({
    queryKey: ['position-risk', account, nameOf(plans)],
    enabled: list !== null,
    queryFn: async ({ signal }) => {
      const { version, ...risk } = await request('readPositionRisk', { account, plans: riskPlansOf(plans) }, signal);
      return { version, risk };
    },
    refetchInterval: (query) => (query.state.status === 'error' ? retryIntervalMs : false),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    // What is the same after another order stays the same objects.
    structuralSharing: true,
  });
}

/** The open positions of an account, with the state of the history that they are derived from. */
export interface AccountPositions {
  account: string;
  /** Stays the same object until something in it changes, because the columns of the open plans depend on it. */
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
 * account, the plan orders of which the book says whether they are orphans. Nothing is read of an account whose plan orders are `null`.
 */
export function usePositionsOf(
  accounts: readonly string[],
  plans: readonly (readonly OpenPlan[] | null)[],
): readonly AccountPositions[] {
  const lists = useSameItems(accounts.map((_account, index) => plans[index] ?? null));
  const histories = useHistoryStates(
    accounts,
    list,
    lists.map((each) => each !== null),
  );
  const queries = useMemo(
    () => accounts.map((account, index) => riskOf(account, lists[index] ?? null)),
    [accounts, lists],
  );
  const reads = useQueries({ queries });
  const outdated = reads.filter(({ data }, index) => {
    const history = histories[index];
    if (!data || !history) return false;
    return data.version < history.version || !haveSameItems(data.risk.wholeModes, wholeModesOf(history));
  });
  const delayMs = histories.some((history) => history?.phase === 'backfill') ? readAgainInDownloadMs : readAgainMs;
  const again = useSameItems(outdated.map(({ refetch }) => refetch));
  // The history may have changed again during a read, so another read may follow each.
  const readAt = useSameItems(outdated.map(({ dataUpdatedAt }) => dataUpdatedAt));
  // biome-ignore lint/correctness/useExhaustiveDependencies: a read that is outdated when it ends is repeated
  useEffect(() => {
    if (again.length === 0) return;
    let cancel = (): void => {};
    const timer = setTimeout(() => {
      cancel = whenVisible(() => {
        for (const read of again) void read();
      });
    }, delayMs);
    return () => {
      clearTimeout(timer);
      cancel();
    };
  }, [again, readAt, delayMs]);

  const kept = useKept(
    accounts,
    reads.map(({ data }) => data),
  );
  const risks = useSameItems(kept.map((data) => data?.risk ?? null));
  const books = useMemo(() => risks.map(makePositionBook), [risks]);
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
