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
  kinds: [
    { kind: 'limit', ...none, plans: 40, executed: 30, partial: 9, failed: 1 },
    { kind: 'market', ...none, plans: 3, executed: 2, failed: 1 },
    { kind: null, ...none, plans: 17, canceled: 17 },
  ],
};

it('shows how often plan orders were executed, and mutes a rate of few', async () => {
  const shown = { account: 'demo', filter: {}, zone: 'UTC', presetDay: '', version: 1 } as Parameters<
    typeof PlanOutcomes
  >[0]['shown'];
  render(<PlanOutcomes shown={shown} />, {
    answers: { ...programAnswers, readPlanOutcomes: () => succeed(outcomes) },
  });
  await page.getByRole('button', { name: 'Outcomes' }).click();
  const kinds = page.getByRole('table', { name: 'Order type' });
  await expect.element(kinds.getByRole('row', { name: /^All / })).toHaveTextContent('All6039011997.5%');
  await expect.element(kinds.getByRole('row', { name: /^Limit / })).toHaveTextContent('Limit403091097.5%');
  await expect.element(kinds.getByRole('row', { name: /^Market / })).toHaveTextContent('Market3201066.7%');
  await expect.element(kinds.getByRole('row', { name: /^– / })).toHaveTextContent('–1700017–');
  await expect.element(kinds.getByText('66.7%')).toHaveAttribute('data-uncertain');
  await expect.element(kinds.getByText('97.5%').first()).not.toHaveAttribute('data-uncertain');
  await expect.element(page.getByText('The 20 symbols with the most plan orders are shown.')).toBeVisible();
  await expectAccessible(page.getByRole('dialog').element());
});
