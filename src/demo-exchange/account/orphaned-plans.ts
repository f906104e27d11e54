import type { PlanDescription } from './plan-description.ts';
import type { Position } from './positions.ts';

/** Distance of a trigger as a share of the price: `near` is in the first rows of a list, `far` does not trigger for hours. */
const near = { from: 0.0016, to: 0.0032 };
const far = { from: 0.015, to: 1 };

/** Open plan orders that look orphaned at the start (docs/trades.md 9). */
const wishes = [
  { reason: 'without-position', distance: near },
  { reason: 'larger-than-position', distance: near },
  { reason: 'without-position', distance: far },
] as const;

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
 * creation and is closed now, or of one that is smaller than the plan order; they could close it. Returns them by sequence number.
 */
export function chooseOrphanedPlans(
  candidates: readonly OrphanCandidate[],
  positions: readonly Position[],
): Map<number, OrphanedPlan> {
  const open = positions.filter(({ until }) => until === null);
  const closed = positions
    .filter(({ until }) => until !== null)
    .filter((one) => !open.some((other) => isSame(other, one)));
  const chosen = new Map<number, OrphanedPlan>();
  const isFree = (position: Position): boolean => ![...chosen.values()].some((other) => isSame(other, position));
  for (const { reason, distance } of wishes) {
    for (const { sequence, created, describe } of candidates) {
      if (chosen.has(sequence)) continue;
      const isWanted = (position: Position): boolean => {
        const { instrument, from, until, isCertain } = position;
        if (!isCertain || !isFree(position) || (until !== null && !(from <= created && created < until))) return false;
        const { plan, distance: away } = describe(instrument);
        return away >= distance.from && away <= distance.to && canClose(plan, position);
      };
      const position = (reason === 'without-position' ? closed : open).find(isWanted);
      if (position === undefined) continue;
      const { instrument, marginMode, size } = position;
      chosen.set(sequence, { instrument, marginMode, ...(size > 0 ? { amount: size * 2 } : {}) });
      break;
    }
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

/** True if a plan order of an instrument and margin mode that was created then could look orphaned. */
export function mayLookOrphaned(
  subject: Pick<Position, 'instrument' | 'marginMode'>,
  created: number,
  positions: readonly Position[],
): boolean {
  return positions.some((each) => {
    return each.until !== null && isSame(each, subject) && each.from <= created && created < each.until;
  });
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
