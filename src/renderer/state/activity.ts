import { useQuery } from '@tanstack/react-query';
import type { EventOf } from '../../shared/contract.ts';
import type { Activity } from '../../shared/market.ts';
import { client, request } from '../api/client.ts';
import { queryClient } from './queries.ts';

/** Milliseconds between two looks: what was told while the line to the host was interrupted is not told again. */
const checkInterval = 30_000;
const activityKey = ['activity'];
const nothing: readonly Activity[] = [];

/** Of all accounts, the latest first; `undefined` until it is known. */
export function useActivity() {
  const { data, error } = useQuery({
    queryKey: activityKey,
    queryFn: ({ signal }) => request('readActivity', {}, signal),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: checkInterval,
  });
  return { activities: data ?? nothing, isKnown: data !== undefined, error };
}

const listeners = new Set<(activity: Activity) => void>();

/** Hears of each activity that is added while it listens, once. */
export function onActivity(listener: (activity: Activity) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function acceptActivity(event: EventOf<'activityAdded'>): void {
  // What was sent as JSON has no field that is there and undefined, as the schema's type would allow.
  const activity = event as Activity;
  // An answer that is under way may have been made before this.
  void queryClient.cancelQueries({ queryKey: activityKey });
  const known = queryClient.getQueryData<Activity[]>(activityKey);
  if (known) queryClient.setQueryData(activityKey, [activity, ...known.filter(({ id }) => id !== activity.id)]);
  else readActivitiesAgain();
  for (const listener of listeners) listener(activity);
}

/** Reads the activities again, for example after one got its outcome or was marked as read. */
export function readActivitiesAgain(): void {
  void queryClient.invalidateQueries({ queryKey: activityKey });
}

/** In the page at once; the host's own list follows. */
export function markRead(activities: readonly Activity[]): void {
  const ids = new Set(activities.filter(({ read }) => !read).map(({ id }) => id));
  if (ids.size === 0) return;
  queryClient.setQueryData<Activity[]>(activityKey, (known) =>
    known?.map((each) => (ids.has(each.id) ? { ...each, read: true } : each)),
  );
  const byAccount = Map.groupBy(
    activities.filter(({ id }) => ids.has(id)),
    ({ account }) => account,
  );
  for (const [account, marked] of byAccount) {
    void client.markActivityRead({ account, ids: marked.map(({ id }) => id) }).then((result) => {
      if (!result.ok) readActivitiesAgain();
    });
  }
}
