import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { CompareField } from './CompareField.tsx';
import { chosenComparison } from './comparison.ts';

const october = { from: '2025-10-01', to: '2025-10-31' };
const button = page.getByRole('button', { name: /^Compare with/ });

beforeEach(() => chosenComparison.set('before'));

it('compares with the period before until the user chooses other days, or none', async () => {
  render(<CompareField dates={october} />);
  await expect.element(button).toHaveAccessibleName('Compare with: September 2025');
  await expect.element(button).toMatchTextContent('vs September 2025');
  await button.click();
  await page.getByRole('button', { name: 'A year before October 2024' }).click();
  expect(chosenComparison.get()).toBe('year');
  await expect.element(button).toMatchTextContent('vs October 2024');
  await button.click();
  await page.getByRole('button', { name: 'No comparison' }).click();
  expect(chosenComparison.get()).toBeNull();
  await expect.element(button).toHaveAttribute('aria-pressed', 'false');
});

it('names the compared days, and needs a period', async () => {
  render(<CompareField dates={october} />);
  await expect.element(button).toMatchTextContent('vs September 2025');
  await expect.element(button).toHaveAccessibleName('Compare with: September 2025');
  render(<CompareField dates={undefined} />);
  await expect.element(button.last()).toBeDisabled();
});
