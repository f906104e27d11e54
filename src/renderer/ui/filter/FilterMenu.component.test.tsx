import { useState } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/axe.ts';
import { render } from '../../testing/render.tsx';
import { en } from '../../text/en.ts';
import { FilterChips } from './FilterChips.tsx';
import { FilterMenu, type OpenFilter } from './FilterMenu.tsx';
import { choiceField, listLabel, wordsOf } from './filter-form.ts';

const sides = wordsOf('Side', (side: string) => side);
const hours = wordsOf('Hour', (hour: string) => hour);
const form = page.getByRole('dialog', { name: 'Filter' });
const tab = (name: string) => form.getByRole('tab', { name });

function Screen() {
  const [open, setOpen] = useState<OpenFilter | null>(null);
  const [side, setSide] = useState<string[]>([]);
  const [hour, setHour] = useState<string[]>([]);
  const [symbols, setSymbols] = useState<string[]>([]);
  const chips = [
    { part: 'sides', label: side.length > 0 ? listLabel(side, sides, en) : null },
    { part: 'hours', label: hour.length > 0 ? listLabel(hour, hours, en) : null },
  ].flatMap(({ part, label }) => (label === null ? [] : [{ part, label }]));
  return (
    <>
      <FilterMenu
        open={open}
        onOpenChange={setOpen}
        symbols={{ symbols: [{ value: 'BTC-USDT', rows: 3 }], chosen: symbols, onChange: setSymbols }}
        fields={[
          { parts: ['sides'], ...choiceField(sides, ['Buy', 'Sell'], side, setSide) },
          { parts: ['hours'], isRare: true, ...choiceField(hours, ['09', '10'], hour, setHour) },
        ]}
        active={chips.map(({ part }) => part)}
        onClear={() => {
          setSide([]);
          setHour([]);
        }}
        done="Show 362 trades"
      />
      <FilterChips
        chips={chips}
        onRemove={() => {}}
        onEdit={(part, chip) => setOpen({ part, chip })}
        onClear={() => {}}
      />
    </>
  );
}

it('lists the fields, which the arrow keys show, and the rare ones under More', async () => {
  render(<Screen />);
  await page.getByRole('button', { name: 'Filter' }).click();
  await expect.element(tab('Symbols')).toHaveFocus();
  await expectAccessible(form.element());
  await expect.element(tab('Hour')).not.toBeInTheDocument();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(tab('Side')).toHaveAttribute('aria-selected', 'true');
  await form.getByRole('button', { name: 'Sell' }).click();
  await expect.element(page.getByText('Side: Sell')).toBeInTheDocument();
  await form.getByRole('button', { name: 'More' }).click();
  await expect.element(tab('Hour')).toHaveFocus();
  await form.getByRole('button', { name: '09' }).click();
  await expectAccessible(form.element());
  await form.getByRole('button', { name: 'Show 362 trades' }).click();
  await expect.element(form).not.toBeInTheDocument();

  // A chip shows its field, also a rare one, and the button the field that was shown last.
  await page.getByRole('button', { name: 'Hour: 09', exact: true }).click();
  await expect.element(tab('Hour')).toHaveAttribute('aria-selected', 'true');
  await form.getByRole('button', { name: '10' }).click();
  await expect.element(page.getByText('Hour: 09, 10')).toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await expect.element(form).not.toBeInTheDocument();
  await page.getByRole('button', { name: /^Filter/ }).click();
  await expect.element(tab('Hour')).toHaveAttribute('aria-selected', 'true');
});
