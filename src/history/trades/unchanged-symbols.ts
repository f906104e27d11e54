import { uint8At } from '../../shared/values/elements.ts';
import type { Steps } from '../table/steps.ts';
import type { TradeDerivation } from './derivation.ts';
import type { Leg } from './legs.ts';

/** The trades of a leg when a value was computed. */
interface LegState {
  readonly leg: Leg;
  /** Other arrays after the leg was derived again. */
  readonly sequence: Leg['sequence'];
  readonly trades: Leg['trades'];
  /** By the index of the trade: they change without a derivation of the leg. */
  readonly reasons: Uint8Array;
}

interface Entry<Value> {
  readonly legs: readonly LegState[];
  readonly basis: string;
  readonly value: Value;
}

/** Keeps a value for each symbol until an order, a trade or a reason of its legs changes. */
export class UnchangedSymbols<Value> {
  readonly #derivation: TradeDerivation;
  readonly #entries = new Map<string, Entry<Value>>();

  constructor(derivation: TradeDerivation) {
    this.#derivation = derivation;
  }

  /** `legs`: all of the symbol. `basis`: what else the value depends on. If a leg changes meanwhile, the value is computed again next time. */
  *getOrCompute(symbol: string, legs: readonly Leg[], basis: string, compute: () => Steps<Value>): Steps<Value> {
    const known = this.#entries.get(symbol);
    if (known !== undefined && known.basis === basis && this.#areUnchanged(legs, known.legs)) return known.value;
    const states = legs.map((leg) => this.#stateOf(leg));
    const value = yield* compute();
    // Without legs there is little to compute, and callers choose the names.
    if (legs.length > 0) this.#entries.set(symbol, { legs: states, basis, value });
    return value;
  }

  #areUnchanged(legs: readonly Leg[], states: readonly LegState[]): boolean {
    const { reasons } = this.#derivation.table;
    return (
      legs.length === states.length &&
      legs.every((leg, at) => {
        const state = states[at] as LegState;
        if (state.leg !== leg || state.sequence !== leg.sequence || state.trades !== leg.trades) return false;
        return leg.trades.every((trade, index) => reasons[trade] === state.reasons[index]);
      })
    );
  }

  #stateOf(leg: Leg): LegState {
    const { reasons } = this.#derivation.table;
    const { sequence, trades } = leg;
    return { leg, sequence, trades, reasons: Uint8Array.from(trades, (trade) => uint8At(reasons, trade)) };
  }
}
