import { useQuery } from '@tanstack/react-query';
import type { Activity } from '../../../shared/contract/alerts.ts';
import type { EventOf } from '../../../shared/contract/index.ts';
import { client, request } from '../../platform/client.ts';
import { putQueryData, queryClient, readAgain } from '../../platform/query-client.ts';

/** Milliseconds between two reads, because events are lost while the connection to the host is interrupted. */
const refetchIntervalMs = 30_000;
const activityKey = ['activity'];
const nothing: readonly Activity[] = [];

/** Activities of all accounts, the latest first. */
export function useActivity() {
  const { data, error } = useQuery({
    queryKey: activityKey,
    queryFn: ({ signal }) => request('readActivity', {}, signal),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: refetchIntervalMs,
  });
  return { activities: data ?? nothing, isKnown: data !== undefined, error };
}

export function acceptActivity(activity: EventOf<'activityAdded'>): void {
  const known = queryClient.getQueryData<Activity[]>(activityKey);
  if (known) putQueryData(activityKey, [activity, ...known.filter(({ id }) => id !== activity.id)]);
  else readActivitiesAgain();
}

/** Reads the activities again, for example after one got its outcome or was marked as read. */
export function readActivitiesAgain(): void {
  void readAgain(activityKey);
}

/** Marks activities as read: on the page immediately, and at the host with one call per account. */
export function markRead(activities: readonly Activity[]): void {
  const unread = activities.filter(({ read }) => !read);
  if (unread.length === 0) return;
  const ids = new Set(unread.map(({ id }) => id));
  queryClient.setQueryData<Activity[]>(activityKey, (known) =>
    known?.map((each) => (ids.has(each.id) ? { ...each, read: true } : each)),
  );
  for (const [account, ofAccount] of Map.groupBy(unread, (each) => each.account)) {
    void client.markActivityRead({ account, ids: ofAccount.map(({ id }) => id) }).then((result) => {
      if (!result.ok) readActivitiesAgain();
    });
  }
}
