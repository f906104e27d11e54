import type { HistorySummary, PnlSummary } from '../../shared/contract/history.ts';
import { quotient, trimmed } from '../../shared/values/decimal.ts';
import type { Decimal } from '../../shared/values/domain.ts';
import { noElement, uint8At, uint32At } from '../../shared/values/elements.ts';
import type { DecimalColumn } from '../table/decimal-column.ts';
import type { RowMask } from '../table/row-mask.ts';
import type { RowFees } from '../table/turnover-sums.ts';
import { PnlGroups, quotesOf, rankQuotes, type SummedRows } from './pnl-groups.ts';

const winRatePlaces = 2;
const averagePlaces = 8;

/** Returns the figures of the filtered rows. Decimals have no trailing zeros. */
export function summarizeRows(
  rows: SummedRows,
  mask: RowMask,
  fees: RowFees | null = null,
): Omit<HistorySummary, 'version'> {
  const { status, pnl } = rows.columns;
  const counts = status.countRows(mask.bytes);
  const rowsWith = (...statuses: string[]) =>
    counts.reduce((sum, count, code) => (statuses.includes(status.valueOf(code) ?? '') ? sum + count : sum), 0);
  return {
    rows: mask.total,
    filled: rowsWith('filled', 'fully-executed'),
    canceled: rowsWith('canceled', 'partially-canceled'),
    failed: rowsWith('failed'),
    pnl: pnl ? summarizePnl(rows, pnl, mask, fees) : [],
    unknownPnl: countUnknownPnl(rows, mask),
  };
}

function countUnknownPnl(rows: SummedRows, { bytes }: RowMask): number {
  const lacking = rows.lackingPnl();
  if (bytes === null) return lacking.length;
  let count = 0;
  for (const row of lacking) count += uint8At(bytes, row);
  return count;
}

function summarizePnl(
  { columns: { symbol }, size }: SummedRows,
  pnl: DecimalColumn,
  { bytes }: RowMask,
  fees: RowFees | null,
): PnlSummary[] {
  const { names, ofSymbol } = quotesOf(symbol);
  const { codes } = symbol;
  const totals = new PnlTotals(pnl, names.length, fees);
  for (let number = 1; number <= size; number++) {
    if (bytes && bytes[number] !== 1) continue;
    totals.add(uint32At(ofSymbol, codes[number] ?? noElement(number)), number);
  }
  return rankQuotes(names, (quote) => totals.groups.rows(quote)).map((quote) =>
    totals.summaryOf(quote, names[quote] as string),
  );
}

/** Sums, counts, and the best and worst PnL of groups of rows, numbered from 0. */
export class PnlTotals {
  readonly groups: PnlGroups;
  readonly #pnl: DecimalColumn;
  /** Row numbers; 0 if no row has a PnL. */
  readonly #best: Uint32Array;
  readonly #worst: Uint32Array;

  constructor(pnl: DecimalColumn, groups: number, fees: RowFees | null) {
    this.groups = new PnlGroups(pnl.decimals, groups, fees);
    this.#pnl = pnl;
    this.#best = new Uint32Array(groups);
    this.#worst = new Uint32Array(groups);
  }

  add(group: number, number: number): void {
    const { keys, details } = this.#pnl;
    const key = keys[number] ?? noElement(number);
    this.groups.add(group, key, details[number] ?? noElement(number));
    this.groups.addFees(group, number);
    if (Number.isNaN(key)) return;
    const highest = this.#best[group] ?? noElement(group);
    if (highest === 0 || (key >= (keys[highest] ?? noElement(highest)) && this.#pnl.compare(number, highest) > 0))
      this.#best[group] = number;
    const lowest = this.#worst[group] ?? noElement(group);
    if (lowest === 0 || (key <= (keys[lowest] ?? noElement(lowest)) && this.#pnl.compare(number, lowest) < 0))
      this.#worst[group] = number;
  }

  /** `sample`: number of rows that the average is of. Default: the wins and losses, because an order that opens has a PnL of zero. */
  summaryOf(group: number, quote: string, sample?: number): PnlSummary {
    const sum = this.groups.sums.textOf(group);
    const wins = this.groups.wins(group);
    const losses = this.groups.losses(group);
    const decided = wins + losses;
    const averaged = sample ?? decided;
    return {
      quote,
      sum,
      wins,
      losses,
      zeros: this.groups.zeros(group),
      winRate: winRateOf(wins, losses),
      average: averaged === 0 ? null : divide(sum, averaged, averagePlaces),
      best: this.#pnl.textOf(uint32At(this.#best, group)),
      worst: this.#pnl.textOf(uint32At(this.#worst, group)),
      ...this.groups.feesOf(group),
    };
  }
}

/** Returns the win rate in percent; `null` without wins and losses. */
export function winRateOf(wins: number, losses: number): Decimal | null {
  return wins + losses === 0 ? null : divide(String(100 * wins), wins + losses, winRatePlaces);
}

/** Returns the quotient, rounded half away from zero, without trailing zeros. `divisor`: not zero. */
export function divide(value: Decimal, divisor: Decimal | number, places: number): Decimal {
  return trimmed(quotient(value, String(divisor), places) ?? '0');
}
