import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../testing/render.tsx';
import { programAnswers } from '../testing/samples.ts';
import { onDemand } from './on-demand.tsx';

it('a part that cannot be loaded leads to a reload, and does not say that the program has stopped', async () => {
  const Part = onDemand(() => Promise.reject(new Error('This browser lacks a function.')));
  render(<Part />, { answers: programAnswers });
  const alert = page.getByRole('alert');
  await expect.element(alert).toHaveTextContent('This part of Orderglass couldn’t be loaded. Reload the page.Reload');
});
