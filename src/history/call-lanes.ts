import type { QuestionName } from '../shared/contract/questions.ts';
import type { CallName } from './worker/protocol.ts';

type Name = QuestionName | CallName;

/** Calls of one name that the worker has at a time: it begins with the second one while the first one's result crosses the thread. */
const maxUnderWay = 2;
/** Calls that change something run in their order. Of the others the newest runs first: it is what the page shows now. */
const ordered: ReadonlySet<Name> = new Set(['syncHistory', 'savePage', 'saveNote', 'importNotes', 'followPlans']);

interface Lane {
  underWay: number;
  readonly waiting: (() => void)[];
}

/** Lets calls of one name wait for each other, because the worker answers in order: a thousand of them would delay every other call. */
export class CallLanes {
  readonly #lanes = new Map<Name, Lane>();

  /** Settles as `call` does, which begins immediately if few calls of this name are under way. */
  async run<Result>(name: Name, call: () => Promise<Result>): Promise<Result> {
    const lane: Lane = this.#lanes.get(name) ?? { underWay: 0, waiting: [] };
    this.#lanes.set(name, lane);
    if (lane.underWay < maxUnderWay) lane.underWay++;
    else await new Promise<void>((resolve) => lane.waiting.push(resolve));
    try {
      return await call();
    } finally {
      const next = ordered.has(name) ? lane.waiting.shift() : lane.waiting.pop();
      if (next === undefined) lane.underWay--;
      else next();
    }
  }
}
