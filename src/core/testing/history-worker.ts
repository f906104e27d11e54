/** Entry file of the history worker when the program runs from its source. */
export const historyWorker = new URL('../../history/worker/history-worker.ts', import.meta.url);
