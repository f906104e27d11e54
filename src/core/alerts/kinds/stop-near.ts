import { z } from 'zod';
import type { LiveList } from '../../../shared/market/market.ts';
import { compareDecimals, product } from '../../../shared/values/decimal.ts';
import type { Decimal } from '../../../shared/values/domain.ts';
import type { AccountRisk } from '../account-risk.ts';
import { type ConditionOf, defineKind } from './kind.ts';

const stateSchema = z.strictObject({
  kind: z.literal('stop-near'),
  /** False before the first evaluation. Stops that are already near at it do not fire. */
  hasBegun: z.boolean(),
  /** The positions whose stop is near. */
  near: z.array(z.string()),
});
type NearState = z.output<typeof stateSchema>;
type Position = AccountRisk['positions'][number];

const lists: LiveList[] = ['open-plans', 'futures-tickers'];

/** The nearest stop of an open position comes near the last price. */
export const stopNear = defineKind('stop-near', {
  state: stateSchema,
  initial: { kind: 'stop-near', hasBegun: false, near: [] },
  isArmed: () => true,
  lists: () => lists,
  needs: 'risk',
  next(event, { id, condition }, state, world) {
    const risk = event.kind === 'rows' && event.list === 'futures-tickers' ? world.risk() : null;
    if (risk === null) return null;
    const next = nextStopState(condition, state, risk.positions);
    const distanceOf = (key: string) => risk.positions.find((each) => each.key === key)?.toStop ?? null;
    const away = state.near.filter((key) => !next.state.near.includes(key) && distanceOf(key) !== null);
    const crossed = next.fires.map(({ key }) => key);
    const isKnown = (key: string) => distanceOf(key) !== null;
    const isConfirmed = world.confirmations.confirm(id, lists, { crossed, away, isKnown });
    const isEarly = (key: string) => crossed.includes(key) && !isConfirmed.crossed(key);
    const near = [...next.state.near.filter((key) => !isEarly(key)), ...away.filter((key) => !isConfirmed.away(key))];
    return {
      state: { ...next.state, near },
      fires: next.fires
        .filter(({ key }) => !isEarly(key))
        .map(({ symbol, side, toStop }) => ({ symbol, position: side, value: toStop })),
    };
  },
});

/** Returns the next state of an alert on near stops, and the positions whose stop has come near. A stop re-arms at more than 110% of the percentage. */
function nextStopState(
  { percent, symbol: only }: ConditionOf<'stop-near'>,
  { hasBegun, near }: NearState,
  positions: readonly Position[],
): { readonly state: NearState; readonly fires: readonly Position[] } {
  const rearmPercent = product(percent, '1.1');
  const isWithin = (distance: Decimal, wasNear: boolean) =>
    compareDecimals(distance, wasNear ? rearmPercent : percent) <= 0;
  const now = positions.filter(({ key, symbol, toStop, hasStop }) => {
    if (only !== undefined && symbol !== only) return false;
    const wasNear = near.includes(key);
    // Without a stop none is near. What cannot be told changes nothing.
    return toStop === null ? wasNear && hasStop !== false : isWithin(toStop, wasNear);
  });
  const fires = hasBegun ? now.filter(({ key }) => !near.includes(key)) : [];
  return { state: { kind: 'stop-near', hasBegun: true, near: now.map(({ key }) => key) }, fires };
}
