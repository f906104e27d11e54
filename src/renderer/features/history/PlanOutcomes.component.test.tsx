import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { AnswerOf } from '../../../shared/contract/questions.ts';
import { succeed } from '../../../shared/values/result.ts';
import { expectAccessible } from '../../testing/axe.ts';
import { render } from '../../testing/render.tsx';
import { programAnswers } from '../../testing/samples.ts';
import { PlanOutcomes } from './PlanOutcomes.tsx';

const none = { plans: 0, executed: 0, partial: 0, failed: 0, canceled: 0 };
const outcomes: AnswerOf<'readPlanOutcomes'> = {
  version: 1,
  all: { plans: 60, executed: 39, partial: 0, failed: 1, canceled: 19 },
  symbols: Array.from({ length: 30 }, (_, place) => ({ ...none, symbol: `S${place}-USDT`, plans: 2, canceled: 2 })),
  distances: [
    { distance: '0', ...none, plans: 40, executed: 30, partial: 9, failed: 1 },
    { distance: '10', ...none, plans: 3, executed: 2, failed: 1 },
    { distance: 'unknown', ...none, plans: 17, canceled: 17 },
  ],
  kinds: [{ kind: 'limit', ...none, plans: 60, executed: 39, failed: 1, canceled: 19 }],
};

it('shows how often plan orders were executed, and mutes a rate of few', async () => {
  const shown = { account: 'demo', filter: {}, zone: 'UTC', presetDay: '', version: 1 } as Parameters<
    typeof PlanOutcomes
  >[0]['shown'];
  render(<PlanOutcomes shown={shown} />, {
    answers: { ...programAnswers, readPlanOutcomes: () => succeed(outcomes) },
  });
  await page.getByRole('button', { name: 'Outcomes' }).click();
  const distances = page.getByRole('table', { name: 'Distance at creation' });
  await expect.element(distances.getByRole('row', { name: 'Under 0.5%' })).toHaveTextContent('Under 0.5%403091097.5%');
  await expect.element(distances.getByRole('row', { name: '10% or more' })).toHaveTextContent('10% or more3201066.7%');
  await expect.element(distances.getByRole('row', { name: 'Unknown' })).toHaveTextContent('Unknown1700017–');
  await expect.element(distances.getByText('66.7%')).toHaveAttribute('data-uncertain');
  await expect.element(distances.getByText('97.5%').first()).not.toHaveAttribute('data-uncertain');
  await expect.element(page.getByText('The 20 symbols with the most plan orders are shown.')).toBeVisible();
  await expectAccessible(page.getByRole('dialog').element());
});
