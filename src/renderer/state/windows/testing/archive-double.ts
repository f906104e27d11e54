import type { HistoryWindow } from '../../../../shared/history.ts';
import { type Result, succeed } from '../../../../shared/result.ts';
import type { WindowQuestion } from '../windowed-rows.ts';

interface Row {
  key: string;
}

export interface AskedQuestion extends WindowQuestion {
  signal: AbortSignal;
  /** Without an answer of its own: what was true when the question was asked. */
  answer: (answer?: Result<HistoryWindow<Row>>) => void;
}

/** Lets promises that have been fulfilled go on. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 12; turn++) await Promise.resolve();
}

/** A list in an archive, whose answers come when the test says so. */
export class ArchiveDouble {
  list: readonly string[];
  version = 1;
  readonly versions: Map<number, readonly string[]>;
  questions: AskedQuestion[] = [];

  constructor(list: readonly string[]) {
    this.list = list;
    this.versions = new Map([[1, list]]);
  }

  readonly read = (question: WindowQuestion, signal: AbortSignal): Promise<Result<HistoryWindow<Row>>> => {
    const truth = this.#windowOf(question);
    return new Promise((resolve) => {
      this.questions.push({ ...question, signal, answer: (answer) => resolve(answer ?? succeed(truth)) });
    });
  };

  change(list: readonly string[]): void {
    this.list = list;
    this.version += 1;
    this.versions.set(this.version, list);
  }

  /** Questions to which somebody still wants the answer. */
  get waiting(): AskedQuestion[] {
    return this.questions.filter(({ signal }) => !signal.aborted);
  }

  takeQuestions(): AskedQuestion[] {
    return this.questions.splice(0);
  }

  async answerNext(answer?: Result<HistoryWindow<Row>>): Promise<void> {
    await settle();
    const [question] = this.questions.splice(0, 1);
    if (!question) throw new Error('Nothing was asked.');
    question.answer(answer);
    await settle();
  }

  /** Until nothing is asked any more. */
  async answerAll(): Promise<void> {
    await settle();
    while (this.questions.length > 0) await this.answerNext();
  }

  #windowOf({ from, count, anchor }: WindowQuestion): HistoryWindow<Row> {
    const place = anchor === undefined ? -1 : this.list.indexOf(anchor);
    return {
      rows: this.list.slice(from, from + count).map((key) => ({ key })),
      total: this.list.length,
      version: this.version,
      anchor: place < 0 ? null : place,
    };
  }
}
