import { z } from 'zod';
import type { LiveList } from '../../../shared/market/market.ts';
import type { Timestamp } from '../../../shared/values/domain.ts';
import { isTold, untold } from '../../../shared/values/told.ts';
import type { WatchedPosition } from '../account-risk.ts';
import { type ConditionOf, defineKind } from './kind.ts';

const stateSchema = z.strictObject({
  kind: z.literal('position-unstopped'),
  /** The positions without a stop. `since`: the first evaluation without one. */
  bare: z.array(z.strictObject({ position: z.string(), since: z.number(), hasFired: z.boolean() })),
});
type UnstoppedState = z.output<typeof stateSchema>;

const lists: LiveList[] = ['open-plans', 'futures-tickers'];

/** No stop is found for an open position for some minutes. */
export const positionUnstopped = defineKind('position-unstopped', {
  state: stateSchema,
  initial: { kind: 'position-unstopped', bare: [] },
  isArmed: () => true,
  lists: () => lists,
  needs: 'risk',
  next(event, { id, condition }, state, world) {
    const risk = event.kind === 'rows' && event.list === 'futures-tickers' ? world.risk() : null;
    if (risk === null) return null;
    const stopped = risk.positions.flatMap(({ key, hasStop }) =>
      hasStop === true && state.bare.some(({ position }) => position === key) ? [key] : [],
    );
    const isConfirmed = world.confirmations.confirm(id, lists, { crossed: [], away: stopped });
    // A stop that one poll shows is not told yet.
    const positions = risk.positions.map((each) =>
      stopped.includes(each.key) && !isConfirmed.away(each.key) ? { ...each, hasStop: untold('not-read') } : each,
    );
    const next = nextUnstoppedState(condition, state, positions, world.now);
    return { state: next.state, fires: next.fires.map(({ symbol, side }) => ({ symbol, position: side })) };
  },
});

/** Returns the next state of an alert for positions without a stop, and the positions for which none was found for long enough. */
function nextUnstoppedState<Each extends WatchedPosition>(
  { minutes, symbol }: ConditionOf<'position-unstopped'>,
  { bare }: UnstoppedState,
  positions: readonly Each[],
  now: Timestamp,
): { readonly state: UnstoppedState; readonly fires: readonly Each[] } {
  const fires: Each[] = [];
  const next = positions.flatMap((position) => {
    if (symbol !== undefined && position.symbol !== symbol) return [];
    const before = bare.find((each) => each.position === position.key);
    if (!isTold(position.hasStop)) return before ?? [];
    if (position.hasStop) return [];
    // The clock may have been set back.
    const since = Math.min(before?.since ?? now, now);
    const isDue = now - since >= minutes * 60_000;
    if (isDue && before?.hasFired !== true) fires.push(position);
    return { position: position.key, since, hasFired: isDue || before?.hasFired === true };
  });
  return { state: { kind: 'position-unstopped', bare: next }, fires };
}
