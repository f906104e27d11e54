import type { HistoryWindow } from '../../../../shared/history.ts';
import { type Result, succeed } from '../../../../shared/result.ts';
import type { WindowRequest } from '../read-window.ts';

interface Row {
  key: string;
}

export interface PendingRequest extends WindowRequest {
  signal: AbortSignal;
  /** Without an answer of its own: what was true when the request was asked. */
  answer: (answer?: Result<HistoryWindow<Row>>) => void;
}

/** Lets promises that have been fulfilled go on. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 12; turn++) await Promise.resolve();
}

/** A list in an archive, whose answers come when the test says so. */
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
    const truth = this.#windowOf(request);
    return new Promise((resolve) => {
      this.requests.push({ ...request, signal, answer: (answer) => resolve(answer ?? succeed(truth)) });
    });
  };

  change(list: readonly string[]): void {
    this.list = list;
    this.version += 1;
    this.versions.set(this.version, list);
  }

  /** Questions to which somebody still wants the answer. */
  get waiting(): PendingRequest[] {
    return this.requests.filter(({ signal }) => !signal.aborted);
  }

  takeRequests(): PendingRequest[] {
    return this.requests.splice(0);
  }

  async answerNext(answer?: Result<HistoryWindow<Row>>): Promise<void> {
    await settle();
    const [request] = this.requests.splice(0, 1);
    if (!request) throw new Error('Nothing was asked.');
    request.answer(answer);
    await settle();
  }

  /** Until nothing is asked any more. */
  async answerAll(): Promise<void> {
    await settle();
    while (this.requests.length > 0) await this.answerNext();
  }

  #windowOf({ from, count, anchor }: WindowRequest): HistoryWindow<Row> {
    const place = anchor === undefined ? -1 : this.list.indexOf(anchor);
    return {
      rows: this.list.slice(from, from + count).map((key) => ({ key })),
      total: this.list.length,
      version: this.version,
      anchor: place < 0 ? null : place,
    };
  }
}
