import { createAtom, useSelector } from '@tanstack/react-store';
import { useEffect, useMemo, useState } from 'react';
import type { EventOf } from '../../../../shared/contract/index.ts';
import type { FuturesTicker, LiveSnapshot } from '../../../../shared/contract/market.ts';
import type { LiveList } from '../../../../shared/market/market.ts';
import type { Timestamp } from '../../../../shared/values/domain.ts';
import { client } from '../../../platform/client.ts';
import { listening } from '../../../platform/listening.ts';
import { perName } from '../../../platform/per-object.ts';
import { haveSameItems } from '../../../platform/same-items.ts';
import { startTimer } from '../../../platform/timer.ts';
import { LiveLists } from './live-lists.ts';
import { SessionPrices } from './session-prices.ts';

/** ID of the page, because the host keeps the watched lists per page. */
const page = crypto.randomUUID();

const lists = new LiveLists({
  readLive: async (ref) => {
    await listening;
    const result = await client.readLive(ref);
    if (result.ok && result.data.list !== 'open-plans') addSessionPrices(result.data, result.data.rows);
    return result;
  },
  watchMarket: (watched, account) => client.watchMarket({ page, watched, ...(account === null ? {} : { account }) }),
  refreshLive: (ref) => client.refreshLive(ref),
  startTimer,
});

document.addEventListener('visibilitychange', () => lists.setVisible(document.visibilityState === 'visible'));

/** Milliseconds for which lists that were read beforehand are kept up to date, until their screen does so. */
const keptForMs = 5000;

/** Reads live lists for a screen that is about to be shown. Resolves when they have been read or have failed, with true if all have rows. */
export async function readBeforehand(names: readonly LiveList[], account: string): Promise<boolean> {
  const ends = names.map((list) => lists.subscribe(list, account));
  startTimer(() => ends.forEach((end) => void end()), keptForMs);
  const isRead = (list: LiveList): boolean => {
    const { fetchedAt, failure } = lists.of(list, account).view.get();
    return fetchedAt !== null || failure !== null;
  };
  await new Promise<void>((resolve) => {
    const check = (): void => {
      if (names.every(isRead)) resolve();
    };
    for (const list of names) lists.of(list, account).view.subscribe(check);
    check();
  });
  return names.every((list) => lists.of(list, account).view.get().rows.length > 0);
}

type TickerList = Exclude<LiveList, 'open-plans'>;

const pricesOf = perName(() => new SessionPrices());

/** Session prices of a market in an account. */
export function sessionPrices(account: string, list: TickerList): SessionPrices {
  return pricesOf(`${list} ${account}`);
}

export function acceptLiveChange(change: EventOf<'liveChanged'>): void {
  if (change.list !== 'open-plans') addSessionPrices(change, change.put);
  lists.accept(change);
}

function addSessionPrices(
  { account, list, fetchedAt }: { account: string; list: TickerList; fetchedAt: Timestamp | null },
  rows: readonly FuturesTicker[],
): void {
  if (fetchedAt !== null) sessionPrices(account, list).add(rows, fetchedAt);
}

/**
 * A live list, kept up to date while the component is mounted and `enabled`. A row stays the same object until it
 * changes.
 */
export function useLive<List extends LiveList>(list: List, account: string, enabled = true): LiveSnapshot<List> {
  const { view } = lists.of(list, account);
  useEffect(() => (enabled ? lists.subscribe(list, account) : undefined), [list, account, enabled]);
  return useSelector(view);
}

/** The live list of several accounts, in their order. */
export function useLives<List extends LiveList>(
  list: List,
  accounts: readonly string[],
): readonly LiveSnapshot<List>[] {
  const views = useMemo(() => {
    const each = accounts.map((account) => lists.of(list, account).view);
    return createAtom(() => each.map((view) => view.get()), { compare: haveSameItems });
  }, [list, accounts]);
  useEffect(() => {
    const ends = accounts.map((account) => lists.subscribe(list, account));
    return () => {
      for (const end of ends) end();
    };
  }, [list, accounts]);
  return useSelector(views);
}

/** Milliseconds for which a starting page watches a list before a screen does. */
const earlyMs = 5000;

/** Watches a list as soon as the page starts, so that a poll that is due runs while the page renders. */
export function useEarly(list: LiveList, account: string, enabled: boolean): void {
  const [first] = useState({ list, account, enabled });
  useEffect(() => {
    if (!first.enabled) return;
    const end = lists.subscribe(first.list, first.account);
    const stop = startTimer(end, earlyMs);
    return () => {
      stop();
      end();
    };
  }, [first]);
}

/** Records the open plan orders of the account that the page is on, also while no screen shows them. */
export function useRecordedPlans(account: string): void {
  useEffect(() => lists.setAccount(account), [account]);
}

/** Polls the exchange now. The result arrives as an event. */
export function refreshLive(list: LiveList, account: string): Promise<void> {
  return lists.refresh(list, account);
}
