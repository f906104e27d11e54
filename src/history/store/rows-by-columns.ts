import type { OrderField } from '../../shared/orders/order-fields.ts';
import type { Timestamp } from '../../shared/values/domain.ts';
import type { JsonTexts } from './json-texts.ts';

/** Stored rows by columns. Files are written without the rows themselves, which are made when they are read. */
export class RowsByColumns<Row> {
  readonly length: number;
  /** A time is the text of its milliseconds. */
  readonly texts: Readonly<Partial<Record<OrderField, JsonTexts>>>;
  readonly createdAt: readonly Timestamp[];
  /** What is not stored with each row. */
  readonly facts: readonly Partial<Row>[];
  readonly #blank: object;

  /** `blank`: the fields of a row that are in no column. */
  constructor({ texts, createdAt, facts }: Pick<RowsByColumns<Row>, 'texts' | 'createdAt' | 'facts'>, blank: object) {
    this.length = facts.length;
    this.texts = texts;
    this.createdAt = createdAt;
    this.facts = facts;
    this.#blank = blank;
  }

  toRows(): Row[] {
    const columns = Object.entries(this.texts).map(([name, column]) => [name, column.texts()] as const);
    return this.facts.map((facts, place) => {
      const row: Record<string, unknown> = { ...this.#blank, ...facts };
      for (const [name, texts] of columns) row[name] = texts[place];
      row.createdAt = this.createdAt[place];
      return row as Row;
    });
  }
}

/** Some rows of a list. */
export type RowChunk<Row> = readonly Row[] | RowsByColumns<Row>;

export function rowsIn<Row>(chunk: RowChunk<Row>): readonly Row[] {
  return chunk instanceof RowsByColumns ? chunk.toRows() : chunk;
}
