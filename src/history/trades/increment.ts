/** Derives what a change of orders touches: orders that came, that changed, or that the user has settled. */

import { positionSides } from '../../shared/orders/trades.ts';
import { uint32At, uintAt } from '../../shared/values/elements.ts';
import { finish } from '../table/steps.ts';
import type { DerivationState } from './derivation-state.ts';
import { type LegDerivation, type LegsToDerive, putUnplaced } from './derive.ts';
import { type Closing, contradictory, firstLeg, unplaced } from './legs.ts';

/** Row numbers that a leg may have no longer, and those that it has now. */
interface LegChange {
  readonly removed: number[];
  readonly added: number[];
}

/** Derives what the changed orders touch, and then what is divided otherwise, if the user has settled orders. */
export function deriveChanges(state: DerivationState, derivation: LegDerivation): void {
  deriveChanged(state, derivation);
  if (!state.hasNewCuts) return;
  for (const leg of state.legs.cut(closingsOf(state))) for (const row of leg.rows) state.changed.add(row);
  deriveChanged(state, derivation);
  state.hasNewCuts = false;
}

/** Returns the times at which the user says that positions were closed. */
function closingsOf({ doubts, orders }: DerivationState): Closing[] {
  const { symbol, marginMode } = orders.columns;
  return doubts.settled().flatMap(({ id, symbol: name, marginMode: mode, at }): Closing[] => {
    const side = positionSides.findIndex((position) => doubts.settlementOf(id) === `closed-${position}`);
    const codes = { symbol: name === null ? -1 : symbol.codeOf(name), marginMode: marginMode.codeOf(mode) };
    const isKnown = side >= 0 && codes.symbol >= 0 && codes.marginMode >= 0 && Number.isFinite(at);
    return isKnown ? [{ ...codes, side, at }] : [];
  });
}

function deriveChanged(state: DerivationState, derivation: LegDerivation): void {
  const { changed, legs } = state;
  const { size } = state.orders;
  for (let row = state.size + 1; row <= size; row++) changed.add(row);
  if (changed.size === 0) return;
  state.reserve(size);
  const beside = withoutSideBeside(state);
  for (const row of beside) changed.add(row);
  const changes = new Map<number, LegChange>();
  for (const row of changed) reassign(state, row, changes);
  const compare = state.compareStarts();
  const { toOf } = state.intervals.read();
  const derived: LegsToDerive = new Map();
  for (const [number, { removed, added }] of changes) {
    const leg = legs.leg(number);
    const start = legs.change(leg, removed, added, compare);
    const earliest = added.reduce((end, row) => Math.min(end, toOf(row)), Number.POSITIVE_INFINITY);
    const checkpoint = leg.checkpoints.findLast(
      ({ unchangedUntil, earliestEnd }) => unchangedUntil <= start && earliestEnd <= earliest,
    );
    derived.set(leg, (removed.length === 0 && checkpoint) || null);
  }
  finish(derivation.deriveLegs(derived, changed));
  derivation.inferLegs(
    [...state.withoutSide].filter((row) => changed.has(row)),
    changed,
  );
  finish(derivation.deriveByMethod(changed));
  changed.clear();
  state.table.changed();
}

/** Assigns a changed order to the leg that it belongs to now, and notes the change of its legs. */
function reassign(state: DerivationState, row: number, changes: Map<number, LegChange>): void {
  const { legs, withoutSide } = state;
  const before = uintAt(state.legOf, row);
  const after = legs.legOf(row);
  if (before === unplaced) state.table.remove(uint32At(state.tradeOf, row));
  if (state.doubts.set(row, after === unplaced || after === contradictory)) state.doubtsChanged();
  if (after === unplaced && legs.closesUnknownSide(row)) withoutSide.add(row);
  else withoutSide.delete(row);
  state.setLeg(row, after);
  state.tradeOf[row] = 0;
  if (after === unplaced) putUnplaced(state, row);
  if (before >= firstLeg) changeOf(changes, before).removed.push(row);
  if (after >= firstLeg) changeOf(changes, after).added.push(row);
}

function changeOf(changes: Map<number, LegChange>, leg: number): LegChange {
  const change = changes.get(leg) ?? { removed: [], added: [] };
  changes.set(leg, change);
  return change;
}

/** Returns the orders without a side whose symbol and margin mode a changed order has, or had before. Their legs are inferred again. */
function withoutSideBeside({ withoutSide, changed, orders, legOf, legs }: DerivationState): number[] {
  if (withoutSide.size === 0) return [];
  const { symbol, marginMode } = orders.columns;
  const subject = (row: number) => uintAt(symbol.codes, row) * 2 + uintAt(marginMode.codes, row);
  const subjects = new Set(Array.from(changed, subject));
  for (const row of changed) {
    const before = uintAt(legOf, row);
    if (before >= firstLeg) subjects.add(legs.leg(before).symbol * 2 + legs.leg(before).marginMode);
  }
  return [...withoutSide].filter((row) => subjects.has(subject(row)));
}
