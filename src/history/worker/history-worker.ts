import { parentPort, workerData } from 'node:worker_threads';
import type { OrderList } from '../../exchange/index.ts';
import { OrderglassError } from '../../shared/errors.ts';
import type { HistoryRows } from '../rows.ts';
import type { HistoryExchange, SeenPlans } from '../sync/exchange.ts';
import { HistoryEngine } from './engine.ts';
import { errorOf, failedOutcome, outcomeOf } from './outcome.ts';
import type { FetchRequest, MessageFromWorker, MessageToWorker, WorkerOptions } from './protocol.ts';

const port = parentPort;
if (port === null) throw new Error('this file is the entry of a worker thread');
const send = (message: MessageFromWorker, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);

const fetches = new Map<number, PromiseWithResolvers<unknown>>();
let lastFetch = 0;
let isSaturated = false;

/** Fetches through the other thread, which has the account's connection. */
async function fetchList(request: FetchRequest, signal: AbortSignal): Promise<unknown> {
  const canceled = () => new OrderglassError('canceled', 'the sync was stopped');
  if (signal.aborted) throw canceled();
  const id = ++lastFetch;
  const fetching = Promise.withResolvers<unknown>();
  const cancel = () => {
    fetching.reject(canceled());
    send({ kind: 'cancel', id });
  };
  fetches.set(id, fetching);
  signal.addEventListener('abort', cancel, { once: true });
  send({ kind: 'fetch', id, request });
  try {
    return await fetching.promise;
  } finally {
    fetches.delete(id);
    signal.removeEventListener('abort', cancel);
  }
}

const exchange: HistoryExchange = {
  fetchPage: async (list, query, { priority, signal }) =>
    // The other thread sends rows of the requested list.
    (await fetchList({ list, query, priority }, signal)) as OrderList<HistoryRows[typeof list]>,
  fetchOpenPlans: async (marginMode, { priority, signal }) =>
    (await fetchList({ list: 'open-plans', marginMode, priority }, signal)) as SeenPlans,
  get isSaturated() {
    return isSaturated;
  },
};

const options: WorkerOptions = workerData;
const { answers, calls } = new HistoryEngine({
  ...options,
  exchange,
  onStatus: (status) => send({ kind: 'status', status }),
  onNotes: () => send({ kind: 'notes-changed' }),
  onPlans: (update) => send({ kind: 'plans', update }),
  onSyncFailed: (list, error) => send({ kind: 'sync-failed', list, outcome: failedOutcome(error) }),
});

port.on('message', async (message: MessageToWorker) => {
  if (message.kind !== 'fetched') {
    const outcome = await outcomeOf(() => answerTo(message));
    send({ kind: 'answer', id: message.id, outcome }, transferable(outcome.ok ? outcome.value : null));
    return;
  }
  ({ isSaturated } = message);
  const { outcome } = message;
  const fetching = fetches.get(message.id);
  if (outcome.ok) fetching?.resolve(outcome.value);
  else fetching?.reject(errorOf(outcome));
});

/** The other thread sends inputs of the named question or call. */
function answerTo(message: MessageToWorker & { kind: 'question' | 'call' }): unknown {
  if (message.kind === 'call') return (calls[message.name] as (input: unknown) => unknown)(message.input);
  return (answers[message.name] as (question: unknown, now: number) => unknown)(message.question, message.now);
}

/** Arrays of row numbers change hands and are not copied. */
function transferable(value: unknown): ArrayBuffer[] {
  const numbers = typeof value === 'object' && value !== null && 'numbers' in value ? value.numbers : null;
  return numbers instanceof Uint32Array && numbers.buffer instanceof ArrayBuffer ? [numbers.buffer] : [];
}
