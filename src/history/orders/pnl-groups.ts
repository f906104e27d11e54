import type { ResultsPart } from '../../shared/contract/results.ts';
import { quoteOf } from '../../shared/market/symbols.ts';
import type { Fees } from '../../shared/orders/fees.ts';
import { compareTexts } from '../../shared/rows/compare-texts.ts';
import { uint32At } from '../../shared/values/elements.ts';
import type { CodeColumn } from '../table/code-column.ts';
import type { DecimalColumn } from '../table/decimal-column.ts';
import type { ExactDecimals } from '../table/exact-decimals.ts';
import { ExactSums } from '../table/exact-sums.ts';
import type { NoteColumn } from '../table/note-column.ts';
import { type RowFees, TurnoverSums } from '../table/turnover-sums.ts';

/** The parts of a list that its sums are made of. Plan orders have no PnL. */
export interface SummedRows {
  readonly size: number;
  /** See `rowsLackingPnl`. */
  readonly lackingPnl: () => Uint32Array;
  readonly decimals: ExactDecimals;
  readonly notes: NoteColumn;
  readonly columns: {
    readonly symbol: CodeColumn;
    readonly status: CodeColumn;
    readonly pnl?: DecimalColumn | undefined;
    readonly filledQuantity: DecimalColumn;
    readonly averagePrice?: DecimalColumn | undefined;
    readonly action?: CodeColumn | undefined;
    /** Only in a joint archive. */
    readonly account?: CodeColumn | undefined;
  };
}

/** Outcomes of a row, as offsets in the counts of its group. */
const outcomes = 4;
const win = 1;
const loss = 2;
const none = 3;

/** Counts the rows and adds up the PnL of groups of rows, numbered from 0. */
export class PnlGroups {
  readonly sums: ExactSums;
  /** Rows of each group by outcome: zero, win, loss, no PnL. */
  readonly #rows: Uint32Array;
  readonly #fees: RowFees | null;
  /** `null` without rates. */
  readonly #turnovers: TurnoverSums | null;

  constructor(decimals: ExactDecimals, groups: number, fees: RowFees | null = null) {
    this.sums = new ExactSums(decimals, groups);
    this.#rows = new Uint32Array(groups * outcomes);
    this.#fees = fees;
    this.#turnovers = fees && new TurnoverSums(groups);
  }

  get count(): number {
    return this.#rows.length / outcomes;
  }

  /** Adds one row to a group. `key`, `detail`: its PnL as `ExactDecimals` stores it; `key` is NaN for a row without a PnL. */
  add(group: number, key: number, detail: number): void {
    // Without branches, because the processor could not predict them.
    const outcome = win * Number(key > 0) + loss * Number(key < 0) + none * Number(Number.isNaN(key));
    const entry = group * outcomes + outcome;
    this.#rows[entry] = (this.#rows[entry] ?? 0) + 1;
    this.sums.add(group, key, detail);
  }

  /** Adds the fees of a row to a group, if there are rates. */
  addFees(group: number, row: number): void {
    if (this.#fees !== null) this.#turnovers?.addSum(group, this.#fees.turnovers, row);
  }

  /** Adds the rows of a group of other groups. */
  addGroup(group: number, others: PnlGroups, other: number): void {
    for (let outcome = 0; outcome < outcomes; outcome++) {
      const entry = group * outcomes + outcome;
      this.#rows[entry] = (this.#rows[entry] ?? 0) + uint32At(others.#rows, other * outcomes + outcome);
    }
    this.sums.addSum(group, others.sums, other);
    if (others.#turnovers !== null) this.#turnovers?.addSum(group, others.#turnovers, other);
  }

  rows(group: number): number {
    return this.zeros(group) + this.wins(group) + this.losses(group) + uint32At(this.#rows, group * outcomes + none);
  }

  wins(group: number): number {
    return uint32At(this.#rows, group * outcomes + win);
  }

  losses(group: number): number {
    return uint32At(this.#rows, group * outcomes + loss);
  }

  zeros(group: number): number {
    return uint32At(this.#rows, group * outcomes);
  }

  partOf(group: number): ResultsPart {
    return {
      pnl: this.sums.textOf(group),
      count: this.rows(group),
      wins: this.wins(group),
      losses: this.losses(group),
      ...this.feesOf(group),
    };
  }

  /** The fees of a group, if there are rates. */
  feesOf(group: number): { fees?: Fees } {
    return this.#fees && this.#turnovers ? { fees: this.#fees.feesOf(this.#turnovers, group) } : {};
  }

  parts(): ResultsPart[] {
    return Array.from({ length: this.count }, (_, group) => this.partOf(group));
  }
}

/** The quote currencies of the symbols of a list. */
export interface Quotes {
  names: readonly string[];
  /** Position in `names` by symbol code. */
  ofSymbol: Uint32Array;
}

export function quotesOf(symbol: CodeColumn): Quotes {
  const names: string[] = [];
  const ofSymbol = Uint32Array.from({ length: symbol.codeCount }, (_, code) => {
    const quote = quoteOf(symbol.valueOf(code) ?? '');
    const position = names.indexOf(quote);
    return position < 0 ? names.push(quote) - 1 : position;
  });
  return { names, ofSymbol };
}

/** Returns the positions of the quote currencies that have rows: the most rows first, then by name. */
export function rankQuotes(names: readonly string[], rowsOf: (quote: number) => number): number[] {
  return [...names.keys()]
    .filter((quote) => rowsOf(quote) > 0)
    .sort((a, b) => rowsOf(b) - rowsOf(a) || compareTexts(names[a] as string, names[b] as string));
}
