import { useState } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { DateCondition } from '../../../shared/contract/filters.ts';
import { addDays, dayOf } from '../../../shared/time/days.ts';
import { daysOfMonths, monthOf, periodAt, stepPeriod } from '../../../shared/time/periods.ts';
import { expectAccessible } from '../../testing/axe.ts';
import { render } from '../../testing/render.tsx';
import { en } from '../../text/en.ts';
import { zh } from '../../text/zh.ts';
import { PeriodField } from './PeriodField.tsx';

const today = (): string => dayOf(Date.now(), 'UTC');
const period = page.getByRole('button', { name: /^Closed: / });
const step = (name: 'Previous' | 'Next') => page.getByRole('button', { name: `${name} period` });
let chosen: (DateCondition | undefined)[];

beforeEach(() => {
  chosen = [];
});

function Field({ first }: { first: DateCondition | undefined }) {
  const [dates, setDates] = useState(first);
  const change = (next: DateCondition | undefined): void => {
    chosen.push(next);
    setDates(next);
  };
  return <PeriodField label="Closed" dates={dates} onChange={change} />;
}

const show = (dates: DateCondition | undefined) => render(<Field first={dates} />, { settings: { timeZone: 'UTC' } });

it('steps from the current month to earlier ones and back, which follows the calendar again', async () => {
  show({ preset: 'this-month' });
  const { year, month } = monthOf(today());
  await expect.element(step('Next')).toHaveAttribute('aria-disabled', 'true');
  await step('Previous').click();
  await step('Previous').click();
  expect(chosen.at(-1)).toEqual(daysOfMonths(year, month - 2, 1));
  await step('Next').click();
  await step('Next').click();
  expect(chosen.at(-1)).toEqual({ preset: 'this-month' });
});

it('chooses a preset, all time, and typed days', async () => {
  show(undefined);
  await expect.element(period).toMatchTextContent('All time');
  await expect.element(step('Previous')).toHaveAttribute('aria-disabled', 'true');
  await period.click();
  const form = page.getByRole('dialog', { name: 'Period: Closed' });
  await expect.element(form).toBeVisible();
  await expectAccessible(form.element());
  await form.getByRole('button', { name: 'Last quarter' }).click();
  expect(chosen).toEqual([{ preset: 'last-quarter' }]);
  await expect.element(period).toMatchTextContent(/^Q[1-4] \d{4}$/);
  await step('Next').click();
  expect(chosen.at(-1)).toEqual({ preset: 'this-quarter' });

  await period.click();
  await form.getByRole('textbox', { name: 'Days from' }).fill('2026-01-05');
  await form.getByRole('textbox', { name: 'Days to' }).fill('2026-01-09');
  await userEvent.keyboard('{Enter}');
  expect(chosen.at(-1)).toEqual({ from: '2026-01-05', to: '2026-01-09' });
  await expect.element(period).toMatchTextContent('2026-01-05 to 2026-01-09');
  await form.getByRole('button', { name: 'All time' }).click();
  expect(chosen.at(-1)).toBeUndefined();
});

it('takes the first and the last day from the calendar, with the pointer and with the keys', async () => {
  const last = stepPeriod(periodAt('month', today()), -1);
  show(last);
  await period.click();
  const day = (number: number) =>
    page.getByRole('button', { name: en.results.longDay(addDays(last.from, number - 1)) });
  await day(20).click();
  expect(chosen).toEqual([]);
  await day(11).click();
  expect(chosen).toEqual([{ from: addDays(last.from, 10), to: addDays(last.from, 19) }]);

  await period.click();
  await expect.element(day(20)).toHaveAttribute('tabindex', '0');
  (day(20).element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}{ArrowUp}{ArrowLeft}{Enter}');
  expect(chosen.at(-1)).toEqual({ from: addDays(last.from, 11), to: addDays(last.from, 19) });
});

it('names its period in Chinese', async () => {
  render(<Field first={{ from: '2026-10-12', to: '2026-10-18' }} />, { text: zh });
  await expect.element(page.getByText('2026-10-12 当周')).toBeVisible();
});
