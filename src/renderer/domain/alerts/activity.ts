import { useQuery } from '@tanstack/react-query';
import type { EventOf } from '../../../shared/contract.ts';
import type { Activity } from '../../../shared/market.ts';
import { client, request } from '../../platform/client.ts';
import { queryClient, readAgain } from '../../platform/query-client.ts';

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

const listeners = new Set<(activity: Activity) => void>();

/** Calls the listener once for each new activity. Returns the function that ends it. */
export function onActivity(listener: (activity: Activity) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function acceptActivity(event: EventOf<'activityAdded'>): void {
  // The schema's type allows fields that are `undefined`. JSON has none.
  const activity = event as Activity;
  // A running read may have started before this activity.
  void queryClient.cancelQueries({ queryKey: activityKey });
  const known = queryClient.getQueryData<Activity[]>(activityKey);
  if (known) queryClient.setQueryData(activityKey, [activity, ...known.filter(({ id }) => id !== activity.id)]);
  else readActivitiesAgain();
  for (const listener of listeners) listener(activity);
}

const notificationListeners = new Set<(activities: readonly Activity[]) => void>();

/** Calls the listener with activities that are announced outside the page, the latest first. Returns the function that ends it. */
export function onNotification(listener: (activities: readonly Activity[]) => void): () => void {
  notificationListeners.add(listener);
  return () => {
    notificationListeners.delete(listener);
  };
}

export function acceptNotification(activities: EventOf<'notificationDue'>): void {
  for (const listener of notificationListeners) listener(activities as Activity[]);
}

const failureListeners = new Set<(ids: readonly string[]) => void>();

/** Calls the listener with the IDs of activities whose system notification could not be shown. Returns the function that ends it. */
export function onFailedNotification(listener: (ids: readonly string[]) => void): () => void {
  failureListeners.add(listener);
  return () => {
    failureListeners.delete(listener);
  };
}

export function acceptFailedNotification({ ids }: EventOf<'notificationFailed'>): void {
  for (const listener of failureListeners) listener(ids);
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
