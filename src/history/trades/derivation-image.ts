/** The state of a derivation as an image, from which an equal state is made. */
import { deserialize, serialize } from 'node:v8';
import type { Decimal } from '../../shared/values/domain.ts';
import { type HistoryBreak, tradeDerivation } from '../rows.ts';
import type { WholeArray } from '../table/growing-arrays.ts';
import type { Steps } from '../table/steps.ts';
import type { ColumnImage, TableImage } from '../table/table-image.ts';
import type { DerivationState } from './derivation-state.ts';
import type { DoubtFacts } from './doubtful-orders.ts';
import type { Leg } from './legs.ts';

/** Orders of the legs that are serialized together, at least. */
const ordersPerPart = 8000;

/** What is neither in an array nor a leg. The symbols of the legs are places in the words of the image. */
interface StoredState {
  readonly derivation: number;
  readonly withoutSide: ReadonlySet<number>;
  readonly methods: DerivationState['methods'];
  readonly breaks: readonly HistoryBreak[];
  readonly doubts: DoubtFacts;
  readonly typedSizes: Readonly<Record<string, Decimal>>;
}

/**
 * Returns the image of a state in steps, between which the state must not change; `null` while something is to be derived, and if legs or
 * symbols depend on what the user says.
 */
export function* imageOf(state: DerivationState): Steps<TableImage | null> {
  const { orders, table, legs, legOf, tradeOf, withoutSide, methods, breaks, typedSizes } = state;
  const doubts = state.doubts.facts();
  const isDerived = state.size === orders.size && state.stored === null && state.changed.size + state.unsure.size === 0;
  const isPending = !isDerived || state.hasNewCuts || state.hasNewReasons;
  if (isPending || doubts === null || legs.isCut || orders.sentSymbol !== orders.columns.symbol) return null;
  const stored: StoredState = {
    derivation: tradeDerivation,
    withoutSide,
    methods,
    breaks,
    doubts,
    typedSizes,
  };
  const parts: Record<string, Uint8Array<ArrayBuffer>> = {};
  for (const part of partsOf(legs.legs)) {
    parts[partName(Object.keys(parts).length)] = new Uint8Array(serialize(part));
    yield;
  }
  const { symbol } = orders.columns;
  const derivation: ColumnImage = {
    arrays: {
      legOf: legOf.subarray(0, state.size + 1),
      tradeOf: tradeOf.subarray(0, state.size + 1),
      state: new Uint8Array(serialize(stored)),
      ...parts,
    },
    words: Array.from({ length: symbol.codeCount }, (_, code) => symbol.valueOf(code)),
  };
  return { size: state.size, columns: { ...table.image().columns, derivation } };
}

/** Returns the legs of an image in steps, with the codes that the symbols have here: -1 for one that no order has. */
export function* legsOf({ orders }: DerivationState, { columns: { derivation } }: TableImage): Steps<Leg[]> {
  const { symbol } = orders.columns;
  const codes = (derivation?.words ?? []).map((word) => (word === null ? -1 : symbol.codeOf(word)));
  const legs: Leg[] = [];
  for (let part = 0; ; part++) {
    const bytes = derivation?.arrays[partName(part)];
    if (bytes === undefined) return legs;
    for (const leg of deserialize(bytes as Uint8Array) as Leg[]) legs.push(ownLeg(leg, codes[leg.symbol] ?? -1));
    yield;
  }
}

/**
 * Takes an image into a state in which nothing was derived. `legs`: those of the image (`legsOf`). Returns false, and takes nothing, if that is not
 * possible.
 */
export function takeImage(
  state: DerivationState,
  { size, columns: { derivation, ...columns } }: TableImage,
  legs: readonly Leg[],
): boolean {
  const { orders, table } = state;
  const { legOf, tradeOf, state: bytes } = derivation?.arrays ?? {};
  if (state.size > 0 || size > orders.size || orders.sentSymbol !== orders.columns.symbol) return false;
  const stored = deserialize(bytes as Uint8Array) as StoredState;
  if (stored.derivation !== tradeDerivation || legs.some(({ symbol }) => symbol < 0)) return false;
  const trades = (columns['']?.arrays.times?.length ?? 1) - 1;
  if (!table.takeImage({ size: Math.max(trades, 0), columns })) return false;
  state.legOf = legOf as WholeArray;
  state.tradeOf = tradeOf as Uint32Array<ArrayBuffer>;
  state.size = size;
  state.legs.restore(legs);
  for (const row of stored.withoutSide) state.withoutSide.add(row);
  Object.assign(state.methods, stored.methods);
  state.breaks = stored.breaks;
  state.doubts.restore(stored.doubts);
  state.typedSizes = stored.typedSizes;
  return true;
}

function partName(index: number): string {
  return `legs ${index}`;
}

function* partsOf(legs: readonly Leg[]): Generator<readonly Leg[]> {
  for (let from = 0; from < legs.length; ) {
    let end = from;
    for (let orders = 0; end < legs.length && orders < ordersPerPart; end++) orders += (legs[end] as Leg).rows.length;
    yield legs.slice(from, end);
    from = end;
  }
}

/** Copies a leg with its arrays, which are views of all bytes of a part. */
function ownLeg(leg: Leg, symbol: number): Leg {
  const rows = leg.rows.slice();
  const sequence = leg.sequence === leg.rows ? rows : leg.sequence.slice();
  return { ...leg, symbol, rows, sequence, byStart: { ...leg.byStart, starts: leg.byStart.starts.slice() } };
}
