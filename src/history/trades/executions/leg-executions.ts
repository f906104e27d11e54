/** The orders of a leg as the inference of their executions reads them, and what a single one of them shows. */

import type { CostMethod } from '../../../shared/orders/trades.ts';
import { float64At, noElement } from '../../../shared/values/elements.ts';
import type { Whole } from '../../table/units.ts';
import { FloatEntries } from '../entries.ts';

/**
 * The orders of a leg by the starts of their intervals. Each array has an element for each of them. Floating point is enough for prices and PnL, because
 * they are only compared within their rounding; sizes are exact.
 */
export interface LegExecutions {
  /** Interval in which an order was executed, in epoch milliseconds; `to` is infinite if it is not known. */
  readonly from: Float64Array;
  readonly to: Float64Array;
  /** 1 for an order that opens, 0 for one that closes. */
  readonly opens: Uint8Array;
  /** Executed quantity, above zero: exact in one unit for the whole leg, and as a float in contracts. */
  readonly wholes: ArrayLike<Whole>;
  readonly quantities: Float64Array;
  /** Average price and PnL; NaN without one. */
  readonly prices: Float64Array;
  readonly pnls: Float64Array;
  /** 1 for a long position, -1 for a short one. */
  readonly direction: 1 | -1;
  /** Size of a contract; `null` if it is not known, so that no PnL implies an entry. */
  readonly contract: number | null;
  /** The method by which the exchange counts the entry of a PnL; `null` if it is not known, and taken for the average cost. */
  readonly method: CostMethod | null;
  /** Last decimal places of the prices and of the PnL. */
  readonly priceUnit: number;
  readonly pnlUnit: number;
}

/** Part of a price that floating point may be off. */
const floatError = 1e-9;

/** True for a resting order: one that was not executed at a known moment. */
export function isResting({ from, to }: LegExecutions, index: number): boolean {
  return float64At(to, index) > float64At(from, index);
}

/** True if the PnL of an order implies the entry of the position that the order closed. */
export function impliesEntry(leg: LegExecutions, index: number): boolean {
  return (
    leg.opens[index] === 0 &&
    leg.contract !== null &&
    float64At(leg.prices, index) > 0 &&
    !Number.isNaN(leg.pnls[index])
  );
}

/** True if the entry that an order implies is that of a position, by the method of the leg. `index`: of an order of `impliesEntry`. */
export function agrees(leg: LegExecutions, index: number, held: FloatEntries): boolean {
  return leg.method === 'fifo' ? agreesWithOldest(leg, index, held) : agreesWithAverage(leg, index, held);
}

/** True if the entry that an order implies is the average of a position. */
export function agreesWithAverage(leg: LegExecutions, index: number, held: FloatEntries): boolean {
  return agreesWith(leg, index, held.average());
}

/** True if the entry that an order implies is that of the oldest lots of a position, as many as the order closes. */
export function agreesWithOldest(leg: LegExecutions, index: number, held: FloatEntries): boolean {
  return agreesWith(leg, index, held.oldest(leg.wholes[index] ?? noElement(index)));
}

/** True if an entry is the one that the PnL of an order implies, within the rounding of both. */
function agreesWith(leg: LegExecutions, index: number, entry: number): boolean {
  const exit = float64At(leg.prices, index);
  const value = float64At(leg.quantities, index) * (leg.contract ?? Number.NaN);
  const implied = exit - (leg.direction * float64At(leg.pnls, index)) / value;
  return Math.abs(implied - entry) <= leg.pnlUnit / 2 / value + leg.priceUnit + floatError * Math.max(exit, entry);
}

/** Returns a position of a leg that holds nothing. */
export function nothingHeld({ wholes, method, contract }: LegExecutions): FloatEntries {
  return FloatEntries.none(typeof wholes[0] === 'bigint' ? 0n : 0, method !== 'average' && contract !== null);
}

/** Adds an order that opens to a position. */
export function openIn(held: FloatEntries, { wholes, prices }: LegExecutions, index: number): void {
  const price = float64At(prices, index);
  held.open(wholes[index] ?? noElement(index), price > 0 ? price : Number.NaN);
}

/** Takes an order that closes from a position, which holds at least the order's quantity. */
export function closeIn(held: FloatEntries, { wholes }: LegExecutions, index: number): void {
  held.close(wholes[index] ?? noElement(index));
}
