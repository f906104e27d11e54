import type { Failure } from '../../../shared/errors.ts';

/** What goes from the program's own thread to a worker and back: data alone, errors too. */
export interface Request {
  readonly id: number;
  readonly name: string;
  readonly input: unknown;
}

export type Reply =
  | { readonly id: number; readonly ok: true; readonly output: unknown }
  | {
      readonly id: number;
      readonly ok: false;
      readonly failure: Failure;
      /** What nobody foresaw, for the log alone: it may quote anything. */
      readonly unforeseen?: unknown;
    };

/** Without being asked: what was answered before holds no longer, and is to be asked anew. */
export interface Notice {
  readonly id: null;
}

/** A table of what a worker can be asked: a name, what is handed in, what comes back. */
export type OperationTable = Record<string, { readonly input: unknown; readonly output: unknown }>;

/** The side that answers: one function for each operation of the table, no more and no fewer. It may throw. */
export type Served<Table extends OperationTable> = {
  readonly [Name in keyof Table]: (
    input: Table[Name]['input'],
  ) => Table[Name]['output'] | Promise<Table[Name]['output']>;
};
