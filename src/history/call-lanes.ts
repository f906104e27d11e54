import type { QuestionName } from '../shared/contract/questions.ts';
import { OrderglassError } from '../shared/values/errors.ts';
import type { CallName } from './worker/protocol.ts';

type Name = QuestionName | CallName;

/** Calls of one name that the worker has at a time: it begins with the second one while the first one's result crosses the thread. */
const maxUnderWay = 2;
/** Calls that change something run in their order. Of the others the newest runs first: it is what the page shows now. */
const ordered: ReadonlySet<Name> = new Set([
  'syncHistory',
  'savePage',
  'saveNote',
  'importNotes',
  'followPlans',
  'addObserved',
  'removeObserved',
]);

interface Lane {
  underWay: number;
  readonly waiting: (() => void)[];
}

/** Lets calls of one name wait for each other, because the worker answers in order: a thousand of them would delay every other call. */
export class CallLanes {
  readonly #lanes = new Map<Name, Lane>();

  /**
   * Settles as `call` does, which begins immediately if few calls of this name are under way. Rejects with `canceled` if the signal is aborted
   * before the call begins; a call that has begun runs to its end.
   */
  async run<Result>(name: Name, call: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    if (signal?.aborted) throw canceled();
    const lane: Lane = this.#lanes.get(name) ?? { underWay: 0, waiting: [] };
    this.#lanes.set(name, lane);
    if (lane.underWay < maxUnderWay) lane.underWay++;
    else await waitIn(lane, signal);
    try {
      return await call();
    } finally {
      const next = ordered.has(name) ? lane.waiting.shift() : lane.waiting.pop();
      if (next === undefined) lane.underWay--;
      else next();
    }
  }
}

/** Resolves when it is the turn of the caller, who leaves the lane if the signal is aborted before. */
function waitIn({ waiting }: Lane, signal: AbortSignal | undefined): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const begin = () => {
    signal?.removeEventListener('abort', leave);
    resolve();
  };
  const leave = () => {
    waiting.splice(waiting.indexOf(begin), 1);
    reject(canceled());
  };
  waiting.push(begin);
  signal?.addEventListener('abort', leave, { once: true });
  return promise;
}

function canceled(): OrderglassError {
  return new OrderglassError('canceled', 'the caller no longer waits for the answer');
}
