import { z } from 'zod';
import { isTold } from '../../../shared/values/told.ts';
import { defineKind } from './kind.ts';
import { markedPlansSchema, nextMarkedPlans } from './marked-plans.ts';

/**
 * An open plan order becomes an orphan. A plan order of which that cannot be told keeps its state, and does not fire later if that is so at
 * the first evaluation.
 */
export const planOrphaned = defineKind('plan-orphaned', {
  state: z.strictObject({ kind: z.literal('plan-orphaned'), hasBegun: z.boolean(), orphaned: markedPlansSchema }),
  initial: { kind: 'plan-orphaned', hasBegun: false, orphaned: [] },
  isArmed: () => true,
  lists: () => ['open-plans'],
  needs: 'orphans',
  next(event, { id, condition }, { hasBegun, orphaned }, world) {
    if (event.kind !== 'orphans') return null;
    const { marks: plans } = event;
    const { marked, entered } = nextMarkedPlans(condition, orphaned, plans, world.now, ({ orphan }) =>
      isTold(orphan) ? orphan !== false : hasBegun ? null : true,
    );
    // What is an orphan when the alert begins does not fire, and needs one poll.
    if (!hasBegun) return { state: { kind: 'plan-orphaned', hasBegun: true, orphaned: marked }, fires: [] };
    const confirmed = world.confirmations.plans(id, ['open-plans'], {
      plans,
      before: orphaned,
      now: marked,
      entered,
      isKnown(key) {
        const orphan = plans.get(key)?.orphan;
        return orphan !== undefined && isTold(orphan);
      },
    });
    return {
      state: { kind: 'plan-orphaned', hasBegun, orphaned: confirmed.marked },
      fires: confirmed.fires.map(({ key, symbol, orphan }) => ({
        plan: key,
        symbol,
        remark: isTold(orphan) && orphan !== false ? orphan : undefined,
      })),
    };
  },
});
