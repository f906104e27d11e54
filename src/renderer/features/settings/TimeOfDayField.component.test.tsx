import { useState } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { TimeOfDayField } from './TimeOfDayField.tsx';

function Field() {
  const [value, setValue] = useState('22:00');
  return <TimeOfDayField label="Start" value={value} onChange={setValue} />;
}

it('corrects a time as it is typed, and restores the last one for what is no time', async () => {
  render(<Field />);
  const start = page.getByRole('textbox', { name: 'Start' });
  await start.fill('2330');
  await userEvent.keyboard('{Enter}');
  await expect.element(start).toHaveValue('23:30');
  await start.fill('10 pm');
  await expect.element(start).toHaveAttribute('aria-invalid', 'true');
  await userEvent.keyboard('{Tab}');
  await expect.element(start).toHaveValue('23:30');
});
