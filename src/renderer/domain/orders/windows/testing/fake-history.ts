import type { HistoryWindow } from '../../../../../shared/contract/lists.ts';
import { type Result, succeed } from '../../../../../shared/values/result.ts';
import type { WindowRequest } from '../read-window.ts';

interface Row {
  key: string;
}

export interface PendingRequest extends WindowRequest {
  signal: AbortSignal;
  /** Resolves the request: with the rows at the time of the request if no result is given. */
  answer: (result?: Result<HistoryWindow<Row>>) => void;
}

/** Runs the pending microtasks. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 12; turn++) await Promise.resolve();
}

/** A list in the history. The test resolves its requests. */
export class FakeHistory {
  list: readonly string[];
  version = 1;
  readonly versions: Map<number, readonly string[]>;
  requests: PendingRequest[] = [];

  constructor(list: readonly string[]) {
    this.list = list;
    this.versions = new Map([[1, list]]);
  }

  readonly read = (request: WindowRequest, signal: AbortSignal): Promise<Result<HistoryWindow<Row>>> => {
    const rows = this.#windowOf(request);
    return new Promise((resolve) => {
      this.requests.push({ ...request, signal, answer: (result) => resolve(result ?? succeed(rows)) });
    });
  };

  change(list: readonly string[]): void {
    this.list = list;
    this.version += 1;
    this.versions.set(this.version, list);
  }

  /** Requests that are not aborted. */
  get waiting(): PendingRequest[] {
    return this.requests.filter(({ signal }) => !signal.aborted);
  }

  takeRequests(): PendingRequest[] {
    return this.requests.splice(0);
  }

  async answerNext(result?: Result<HistoryWindow<Row>>): Promise<void> {
    await settle();
    const [request] = this.requests.splice(0, 1);
    if (!request) throw new Error('There is no request.');
    request.answer(result);
    await settle();
  }

  /** Resolves requests until there are none. */
  async answerAll(): Promise<void> {
    await settle();
    while (this.requests.length > 0) await this.answerNext();
  }

  #windowOf({ from, count, anchor }: WindowRequest): HistoryWindow<Row> {
    const position = anchor === undefined ? -1 : this.list.indexOf(anchor);
    return {
      rows: this.list.slice(from, from + count).map((key) => ({ key })),
      total: this.list.length,
      version: this.version,
      anchor: position < 0 ? null : position,
    };
  }
}
