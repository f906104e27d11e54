import { historyWorkerSource, WorkerThreads } from '../index.ts';

/**
 * Threads for the histories of many tests. They stay without archives, because the start of a thread and code that it runs for the first
 * time take longer than most tests.
 */
export const keptThreads = new WorkerThreads(historyWorkerSource, 2);

/** Stays in a thread, and in the next one if a test ends that. */
const lasting = { failed() {}, stopped: stay };
stay();
stay();

function stay(): void {
  keptThreads.add(lasting, { accounts: [] });
}
