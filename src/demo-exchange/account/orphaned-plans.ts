import type { PlanDescription } from './plan-description.ts';
import type { Position } from './positions.ts';

/** Numbers of open plan orders that look orphaned at the start (docs/trades.md 9), by the reason. */
const WITHOUT_POSITION = 2;
const LARGER_THAN_POSITION = 1;
/** Smallest distance of their triggers from the price, so that they wait for a while. */
const SMALLEST_DISTANCE = 0.015;

export interface OrphanCandidate {
  readonly sequence: number;
  /** Seconds after the anchor. */
  readonly created: number;
  /** Returns the plan order if it is one of an instrument, and the distance of its trigger from the price. */
  describe(instrument: number): { readonly plan: PlanDescription; readonly distance: number };
}

export interface OrphanedPlan extends Pick<Position, 'instrument' | 'marginMode'> {
  /** Steps of the instrument's precision. Default: derived from the seed. */
  readonly amount?: number;
}

/**
 * Chooses a few open plan orders, and gives them the instrument and margin mode of a position that was open at their
 * creation and is closed now, or of one that is smaller than the plan order. Returns them by sequence number.
 */
export function chooseOrphanedPlans(
  candidates: Iterable<OrphanCandidate>,
  positions: readonly Position[],
): Map<number, OrphanedPlan> {
  const open = positions.filter(({ until }) => until === null);
  const gone = positions.filter(
    (position) => position.until !== null && !open.some((other) => isSame(other, position)),
  );
  const chosen = new Map<number, OrphanedPlan>();
  const take = (candidate: OrphanCandidate, position: Position, amount?: number): boolean => {
    const { instrument, marginMode } = position;
    if ([...chosen.values()].some((other) => isSame(other, position))) return false;
    if (candidate.describe(instrument).distance < SMALLEST_DISTANCE) return false;
    chosen.set(candidate.sequence, { instrument, marginMode, ...(amount === undefined ? {} : { amount }) });
    return true;
  };
  let [without, larger] = [0, 0];
  for (const candidate of candidates) {
    if (without === WITHOUT_POSITION && larger === LARGER_THAN_POSITION) break;
    const { created } = candidate;
    const closed = gone.find(({ from, until }) => from <= created && created < (until ?? 0));
    const held = open.find((position) => canClose(candidate.describe(position.instrument).plan, position));
    if (without < WITHOUT_POSITION && closed && take(candidate, closed)) without++;
    else if (larger < LARGER_THAN_POSITION && held && take(candidate, held, held.size * 2)) larger++;
  }
  return chosen;
}

/** Returns the open position that a plan order of an instrument and margin mode could close. */
export function closablePosition(
  plan: PlanDescription,
  subject: Pick<Position, 'instrument' | 'marginMode'>,
  positions: readonly Position[],
): Position | undefined {
  return positions.find((each) => each.until === null && isSame(each, subject) && canClose(plan, each));
}

function canClose({ terms }: PlanDescription, { isLong }: Position): boolean {
  return terms.type.startsWith('sell') === isLong;
}

function isSame(
  one: Pick<Position, 'instrument' | 'marginMode'>,
  other: Pick<Position, 'instrument' | 'marginMode'>,
): boolean {
  return one.instrument === other.instrument && one.marginMode === other.marginMode;
}
