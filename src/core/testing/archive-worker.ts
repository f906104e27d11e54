/** What the worker of an archive is started with where the program runs from its source. */
export const archiveWorker = new URL('../archive/worker/archive-worker.ts', import.meta.url);
