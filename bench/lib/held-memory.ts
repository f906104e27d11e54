/** Measures the memory of both threads of a program with a history, whose worker runs this file. Needs `--expose-gc`. */
import { isMainThread } from 'node:worker_threads';

const channel = 'held-memory';

/** Memory (MiB) of this thread's objects and buffers after a garbage collection. */
export function heldMiB(): number {
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 2 ** 20;
}

/** The same of the worker. */
export async function workerMiB(): Promise<number> {
  const requests = new BroadcastChannel(channel);
  const measured = Promise.withResolvers<number>();
  requests.onmessage = ({ data }: { data: number }) => measured.resolve(data);
  requests.postMessage(null);
  return measured.promise.finally(() => requests.close());
}

if (!isMainThread) {
  await import('../../src/history/worker/history-worker.ts');
  const requests = new BroadcastChannel(channel);
  requests.onmessage = () => requests.postMessage(heldMiB());
}
