import { useState } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { TradeFilter } from '../../../../shared/contract/trades.ts';
import { runCommand } from '../../../platform/commands.ts';
import { expectAccessible } from '../../../testing/axe.ts';
import { render } from '../../../testing/render.tsx';
import { SavedViews } from './SavedViews.tsx';

const views = page.getByRole('button', { name: /^View/ });
const ready = page.getByRole('list', { name: 'Ready to use' });
let shown: TradeFilter;

function Screen() {
  const [filter, setFilter] = useState<TradeFilter>({});
  shown = filter;
  return (
    <>
      <SavedViews
        account="demo"
        list="trades"
        filter={filter}
        sort={[]}
        canBeChosen
        onChoose={(view) => setFilter(view.filter)}
      />
      <button type="button" onClick={() => setFilter({ ...filter, sides: ['long'] })}>
        Long
      </button>
    </>
  );
}

it('offers ready views, which are chosen until the filter changes, and can be saved, renamed and deleted', async () => {
  const { host } = render(<Screen />);
  await views.click();
  await expectAccessible(page.getByRole('dialog').element());
  await ready.getByRole('button', { name: 'Losses this week' }).click();
  expect(shown).toEqual({ closed: { preset: 'this-week' }, pnlSigns: ['loss'] });
  await expect.element(views).toMatchTextContent('View: Losses this week');
  expect(host.settings.views).toEqual([]);

  await page.getByRole('button', { name: 'Long', exact: true }).click();
  await expect.element(views).toMatchTextContent(/^Views$/);
  await views.click();
  await expect.element(page.getByRole('button', { name: 'Save changes' })).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Save as view' }).click();
  await userEvent.keyboard('  Mine {Enter}');
  const names = (): string[] => host.settings.views.map(({ name }) => name);
  await expect.poll(names).toEqual(['Mine']);

  await page.getByRole('button', { name: 'Rename Mine' }).click();
  await page.getByRole('textbox', { name: 'View name' }).fill('Ours');
  await userEvent.keyboard('{Enter}');
  await expect.poll(names).toEqual(['Ours']);
  await page.getByRole('button', { name: 'Delete Ours' }).click();
  await expect.poll(names).toEqual([]);
});

it('returns the focus to where it was before a key opened it', async () => {
  render(<Screen />);
  const before = page.getByRole('button', { name: 'Long', exact: true });
  await expect.element(before).toBeVisible();
  (before.element() as HTMLElement).focus();
  await expect.poll(() => runCommand('views')).toBe(true);
  await expect.element(page.getByRole('button', { name: 'Today' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(before).toHaveFocus();
});
