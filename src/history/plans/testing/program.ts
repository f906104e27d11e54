import type { TrackedPlans } from '../../../shared/contract/tracked-plans.ts';
import { blankRow } from '../../../shared/testing/blank-row.ts';
import { OpenPlans } from '../open-plans.ts';
import type { Program, ProgramOptions } from './plan-day.ts';

/** Starts a program with one `OpenPlans` for each archive, as each archive has a worker of its own. */
export function startProgram(options: ProgramOptions): Program {
  let isKilled = false;
  let { tracked } = options;
  let plans: OpenPlans | null = null;
  const schedule: ProgramOptions['schedule'] = (run, ms) => options.schedule(() => isKilled || run(), ms);
  const open = (archive: string) =>
    new OpenPlans({
      now: options.now,
      monotonicNow: options.monotonicNow,
      schedule,
      lives: {
        open: () => options.storeOf(archive).read(({ lives }) => lives.open()),
        save: (batch) => options.storeOf(archive).savePlanLives(batch),
      },
      async lookUp(of) {
        const found = await options.lookUp(of, archive);
        // Nothing happens in a program that was killed.
        if (isKilled) await new Promise(() => {});
        return new Map([...found].map(([key, end]) => [key, { ...blankRow('plan-history'), ...end }]));
      },
      readPositions: async () => null,
      onUpdate(update) {
        for (const event of update.events) {
          if (event.kind === 'left') options.onLeft(event.id, event.plan, event.lastSeenAt, event.outcome);
          else if (event.kind === 'ended-as') options.onOutcome(event.id, event.outcome);
          else if (event.kind === 'appeared') options.onAppeared(event.plan, event.at);
        }
        tracked = JSON.parse(JSON.stringify(update.tracked)) as TrackedPlans;
        options.onTracked(tracked, update.isContent);
      },
    });
  return {
    take(list) {
      plans ??= open(list.archive);
      if (!plans.take(list, null, false)) plans.take(list, tracked, false);
    },
    price: (last, at) => plans?.price(last, at),
    async switched() {
      plans?.close();
      plans = null;
    },
    save: async () => plans?.save(),
    close: async () => plans?.close(),
    kill() {
      isKilled = true;
    },
  };
}
