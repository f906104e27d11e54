import type { OrderField } from '../../shared/orders/order-fields.ts';
import { release } from '../table/growing-arrays.ts';
import { ColumnTexts, type WordTexts } from './column-texts.ts';

/** Stored rows by columns. Files are written without the rows themselves, which are made when they are read. */
export class RowsByColumns<Row> {
  readonly length: number;
  /** All stored fields but `createdAt`. */
  readonly texts: Readonly<Partial<Record<OrderField, ColumnTexts | WordTexts>>>;
  /** `createdAt` of each row. */
  readonly times: Float64Array;
  /** What is not stored with each row. */
  readonly facts: readonly Partial<Row>[];
  readonly #blank: object;

  /** `blank`: the fields of a row that are in no column. */
  constructor({ texts, times, facts }: Pick<RowsByColumns<Row>, 'texts' | 'times' | 'facts'>, blank: object) {
    this.length = facts.length;
    this.texts = texts;
    this.times = times;
    this.facts = facts;
    this.#blank = blank;
  }

  /** Frees the memory of the texts, which cannot be read any longer, before the garbage collector would. */
  release(): void {
    const own = Object.values(this.texts).filter((column) => column instanceof ColumnTexts);
    for (const { bytes } of new Map(own.map((column) => [column.bytes.buffer, column])).values()) release(bytes);
  }

  toRows(): Row[] {
    const columns = Object.entries(this.texts).map(([name, column]) => [name, column.texts()] as const);
    return this.facts.map((facts, place) => {
      const row: Record<string, unknown> = { ...this.#blank, ...facts };
      for (const [name, texts] of columns) row[name] = texts[place];
      row.createdAt = this.times[place];
      return row as Row;
    });
  }
}

/** Some rows of a list. */
export type RowChunk<Row> = readonly Row[] | RowsByColumns<Row>;

export function rowsIn<Row>(chunk: RowChunk<Row>): readonly Row[] {
  return chunk instanceof RowsByColumns ? chunk.toRows() : chunk;
}
