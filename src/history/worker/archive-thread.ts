import type { MessagePort } from 'node:worker_threads';
import type { OrderList } from '../../exchange/index.ts';
import { OrderglassError } from '../../shared/values/errors.ts';
import type { HistoryRows } from '../rows.ts';
import type { HistoryExchange, SeenPlans } from '../sync/exchange.ts';
import { HistoryEngine } from './engine.ts';
import { errorOf, failedOutcome, outcomeOf } from './outcome.ts';
import type { FetchRequest, MessageFromWorker, MessageToWorker, WorkerOptions } from './protocol.ts';

/** Runs the archive of an account for the other thread. */
export function serveArchive(port: MessagePort, options: WorkerOptions): void {
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

  const { answers, calls } = new HistoryEngine({
    ...options,
    exchange,
    onStatus: (status) => send({ kind: 'status', status }),
    onNotes: () => send({ kind: 'notes-changed' }),
    onNotesQuarantined: (backupName) => send({ kind: 'notes-quarantined', backupName }),
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
}

/** Arrays of row numbers and serialized rows change hands and are not copied. */
function transferable(value: unknown): ArrayBuffer[] {
  if (typeof value !== 'object' || value === null) return [];
  const members = [...('numbers' in value ? [value.numbers] : []), ...('bytes' in value ? [value.bytes] : [])];
  return members.flatMap((member) =>
    ArrayBuffer.isView(member) && member.buffer instanceof ArrayBuffer ? member.buffer : [],
  );
}
