import { Worker } from 'node:worker_threads';
import type { JointWorkerOptions, WorkerOptions } from './protocol.ts';

/**
 * Memory (MB) of a thread's young objects. By default it grows to 192 MB in each thread and stays so; rows that cross the threads die young,
 * and take the same time with less.
 */
const youngMb = 24;

/** Starts the thread of an archive, or of a joint one. `worker`: see `OpenHistoryOptions`. */
export function startThread(worker: URL, workerData: WorkerOptions | JointWorkerOptions): Worker {
  return new Worker(worker, { workerData, resourceLimits: { maxYoungGenerationSizeMb: youngMb } });
}
