import { float64At, uint8At, uint32At, uintAt } from '../../shared/values/elements.ts';
import { ExactSums, type GatheredDecimals, gatherDecimals } from '../table/exact-sums.ts';
import { type RowFees, TurnoverSums } from '../table/turnover-sums.ts';
import { maxSample } from './confidence-intervals.ts';
import type { TradeTable } from './trade-table.ts';

/** Losses, zeros and wins are added up apart. */
const outcomes = 3;

/** Trades, and what all groupings of them add up, in the order of the trades. */
export interface GatheredTrades {
  readonly trades: Uint32Array;
  readonly pnl: GatheredDecimals;
  /** 0 for a loss, 1 for zero, 2 for a win. */
  readonly outcomes: Uint8Array;
  /** 1 for a trade whose order of executions is uncertain. */
  readonly uncertain: Uint8Array;
  /**
   * The groups of the trades by one grouping. All groupings use the same memory one after the other: an array for each of them would double
   * what the results allocate.
   */
  readonly groups: Uint32Array;
}

/** Gathers once what all groupings read, because the trades lie far apart in their columns. */
export function gatherTrades({ columns: { pnl, executions } }: TradeTable, trades: Uint32Array): GatheredTrades {
  const isUncertain = executions.codesWhere((mark) => mark === 'uncertain');
  const gathered = {
    trades,
    pnl: gatherDecimals(pnl, trades),
    outcomes: new Uint8Array(trades.length),
    uncertain: new Uint8Array(trades.length),
    groups: new Uint32Array(trades.length),
  };
  const { keys } = gathered.pnl;
  for (let index = 0; index < trades.length; index++) {
    const key = float64At(keys, index);
    gathered.outcomes[index] = 1 + Number(key > 0) - Number(key < 0);
    gathered.uncertain[index] = uint8At(isUncertain, uintAt(executions.codes, uint32At(trades, index)));
  }
  return gathered;
}

/** The parts of a group in `GroupSums`. */
export function partsOf(group: number): [losses: number, zeros: number, wins: number] {
  return [group * outcomes, group * outcomes + 1, group * outcomes + 2];
}

/** Figures of groups of trades, numbered from 0, by parts: see `partsOf`. */
export class GroupSums {
  readonly pnl: ExactSums;
  readonly counts: Uint32Array;
  readonly uncertain: Uint32Array;
  /** Empty without rates. */
  readonly turnovers: TurnoverSums;
  readonly #samples: readonly (readonly number[] | null)[];

  /** Adds the trades to their groups, and overwrites `gathered.groups`. */
  constructor({ decimals }: TradeTable, gathered: GatheredTrades, groups: number, fees: RowFees | null) {
    const { trades, groups: parts } = gathered;
    const count = groups * outcomes;
    this.counts = new Uint32Array(count);
    this.uncertain = new Uint32Array(count);
    this.turnovers = new TurnoverSums(fees ? count : 0);
    for (let index = 0; index < parts.length; index++) {
      const part = uint32At(parts, index) * outcomes + uint8At(gathered.outcomes, index);
      parts[index] = part;
      this.counts[part] = (this.counts[part] ?? 0) + 1;
      this.uncertain[part] = (this.uncertain[part] ?? 0) + uint8At(gathered.uncertain, index);
      if (fees) this.turnovers.addSum(part, fees.turnovers, uint32At(trades, index));
    }
    this.pnl = new ExactSums(decimals, count);
    this.pnl.addAll(parts, gathered.pnl);
    this.#samples = this.#smallSamples(parts, gathered.pnl.keys);
  }

  /** Returns the results of a group as floats if it is small enough for an interval. */
  sampleOf(group: number): readonly number[] {
    return this.#samples[group] ?? [];
  }

  #smallSamples(parts: Uint32Array, keys: Float64Array): (number[] | null)[] {
    const samples = Array.from({ length: this.counts.length / outcomes }, (_, group): number[] | null => {
      const count = partsOf(group).reduce((sum, part) => sum + uint32At(this.counts, part), 0);
      return count > 0 && count <= maxSample ? [] : null;
    });
    if (samples.every((sample) => sample === null)) return samples;
    for (let index = 0; index < parts.length; index++) {
      samples[Math.floor(uint32At(parts, index) / outcomes)]?.push(float64At(keys, index));
    }
    return samples;
  }
}
