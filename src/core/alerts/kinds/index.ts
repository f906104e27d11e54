import { z } from 'zod';
import type { AlertCondition, AlertRecord } from '../../../shared/contract/alerts.ts';
import type { AlertKind, LiveList } from '../../../shared/market/market.ts';
import { accountSilent } from './account-silent.ts';
import { change } from './change.ts';
import type { AlertEvent, AlertWorld, KindRules, Transition } from './kind.ts';
import { planLeft } from './plan-left.ts';
import { planNear } from './plan-near.ts';
import { planOrphaned } from './plan-orphaned.ts';
import { pnl } from './pnl.ts';
import { positionUnstopped } from './position-unstopped.ts';
import { price } from './price.ts';
import { priceMove } from './price-move.ts';
import { stale } from './stale.ts';
import { stopNear } from './stop-near.ts';
import { losingStreak, tradesToday } from './trade-count.ts';

const kinds = {
  'plan-near': planNear,
  'plan-left': planLeft,
  'plan-orphaned': planOrphaned,
  price,
  change,
  'price-move': priceMove,
  'position-unstopped': positionUnstopped,
  'stop-near': stopNear,
  'losing-streak': losingStreak,
  'trades-today': tradesToday,
  pnl,
  stale,
  'account-silent': accountSilent,
} satisfies { [Kind in AlertKind]: KindRules<Kind, { readonly kind: Kind }> };

/** State of an alert, which is stored with it. */
export type AlertState = z.output<(typeof kinds)[AlertKind]['state']>;
export const alertStateSchema: z.ZodType<AlertState> = z.union(Object.values(kinds).map(({ state }) => state));

/** The rules for any alert. The compiler does not see that an alert, its state and its rules have one kind. */
function rulesOf(kind: AlertKind): KindRules<AlertKind, AlertState> {
  return kinds[kind] as unknown as KindRules<AlertKind, AlertState>;
}

export function initialState({ kind }: AlertCondition): AlertState {
  return rulesOf(kind).initial;
}

/** See `Alert.isArmed`. */
export function isArmed(state: AlertState): boolean {
  return rulesOf(state.kind).isArmed(state);
}

export function listsFor(condition: AlertCondition): LiveList[] {
  return rulesOf(condition.kind).lists(condition);
}

/** See `KindRules.needs`. */
export function needsOf({ kind }: AlertCondition): 'risk' | 'orphans' | undefined {
  return rulesOf(kind).needs;
}

/** See `KindRules.next`. */
export function nextState(
  event: AlertEvent,
  alert: AlertRecord,
  state: AlertState,
  world: AlertWorld,
): Transition<AlertState> | null {
  return rulesOf(state.kind).next(event, alert, state, world);
}
