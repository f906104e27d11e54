import { type InvalidateOptions, notifyManager, QueryClient } from '@tanstack/react-query';

// React Query notifies in a macrotask by default. A key pressed before it would act on outdated state.
notifyManager.setScheduler(queueMicrotask);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Each query decides on its own retries and intervals. The screens show the age of the data.
      retry: false,
      refetchOnWindowFocus: false,
      networkMode: 'always',
      structuralSharing: false,
    },
  },
});

/** Options of a query that is read once, because the host reports each change as an event. Equal data stay the same object. */
export const pushedByHost = {
  staleTime: Number.POSITIVE_INFINITY,
  structuralSharing: true,
  meta: { isPushedByHost: true },
} as const;

/** Reads every query again whose events were lost with the connection to the host. */
export function readMissed(): void {
  readPushed({});
}

/** Reads every query again that may have changed before the first event: since the host filled the page, or since the page read it. */
export function confirmFirstReads(): void {
  // A running read has just begun.
  readPushed({ cancelRefetch: false });
}

function readPushed(options: InvalidateOptions): void {
  void queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.isPushedByHost === true }, options);
}

/** Stores data that the host reported. Cancels a running read, because its result may be older. */
export function putQueryData(queryKey: readonly string[], data: unknown): void {
  void queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, data);
}

/**
 * Returns the placeholder data of a query: the data of its last key, if that key begins with the same parts. The data of another account or
 * row are never shown.
 */
export function keepWhile(parts: readonly unknown[]) {
  return <Data>(before: Data | undefined, query: { queryKey: readonly unknown[] } | undefined): Data | undefined =>
    parts.every((part, index) => query?.queryKey[index] === part) ? before : undefined;
}

/** Reads queries again after a change. Cancels a running first read, which would otherwise count as the new one. */
export async function readAgain(queryKey: readonly string[]): Promise<void> {
  await queryClient.cancelQueries({ queryKey });
  await queryClient.invalidateQueries({ queryKey });
}
