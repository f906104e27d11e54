import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { PlanLife } from '../../../../shared/contract/plans.ts';
import { succeed } from '../../../../shared/values/result.ts';
import { expectAccessible } from '../../../testing/axe.ts';
import { render } from '../../../testing/render.tsx';
import { openPlan } from '../testing/samples.ts';
import { PlanLifeSection } from './PlanLifeSection.tsx';

const at = Date.UTC(2026, 9, 1);
const { raw: _, ...plan } = openPlan;
const life: PlanLife = {
  states: [{ at, after: null, plan, nearest: null }],
  droppedStates: 0,
  end: null,
  outcome: null,
  watchedUntil: at + 60_000,
  gaps: 0,
  longestGap: null,
};

it.each<[string, Partial<PlanLife>, RegExp]>([
  ['open', {}, /^Recorded on this computerLast seen: 2026-10-01 00:01:00First seen 2026-10-01 00:00:00$/],
  [
    'ended',
    {
      end: { lastSeenAt: at + 60_000, missedAt: at + 65_000 },
      outcome: { status: 'fully-executed', filledQuantity: '10' },
    },
    /^Recorded on this computerEnded 2026-10-01 00:01:05Outcome: Fully executedFirst seen/,
  ],
  ['ended', { end: { lastSeenAt: at, missedAt: at + 1 } }, /Outcome not in the plan history yet/],
])('says that a plan order is %s', async (_state, fields, said) => {
  render(<PlanLifeSection account="demo" row={openPlan} rules={undefined} />, {
    answers: { readPlanLife: () => succeed({ ...life, ...fields }) },
    settings: { timeZone: 'UTC' },
  });
  const section = page.getByRole('region', { name: 'Recorded on this computer' });
  await expect.element(section).toMatchTextContent(said);
  await expectAccessible(section.element());
});
