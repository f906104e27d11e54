import { seriousFindings } from '../axe.ts';
import { openFilterAt, showField } from '../filter-form.ts';
import { dataRows, expect, showScreen, test } from '../test.ts';

test('the trades of the demo account are sorted and filtered, and a trade leads to its orders', async ({
  sharedApp: app,
}) => {
  const grid = await showScreen(app, 'Trades');
  const summary = app.getByRole('region', { name: 'Summary' });
  await expect(summary).toContainText(/[\d,]+ trades/);
  await expect(summary).toContainText('derived from orders, before fees');
  await expect(app.getByRole('region', { name: 'Table status' })).toContainText('complete', { timeout: 20_000 });
  // -1 until the rows are counted.
  await expect(grid).toHaveAttribute('aria-rowcount', /^\d{2,}$/);
  await expect(grid).not.toHaveAttribute('data-outdated');
  const all = Number(await grid.getAttribute('aria-rowcount'));

  // The best trade comes first, whatever part of the list is in sight.
  await grid.getByRole('columnheader', { name: /^PnL/ }).first().click();
  await expect(dataRows(grid).first()).toContainText('+');

  const form = await openFilterAt(app, 'PnL');
  await form.getByRole('button', { name: 'Loss' }).click();
  await showField(form, 'Side');
  await form.getByRole('button', { name: 'Short' }).click();
  await app.keyboard.press('Escape');
  const chips = app.getByRole('list', { name: 'Active filters' });
  await expect(chips).toContainText('PnL: Loss');
  await expect(chips).toContainText('Side: Short');
  await expect(dataRows(grid).first()).toContainText('Short');
  await expect.poll(async () => Number(await grid.getAttribute('aria-rowcount'))).toBeLessThan(all);
  await expect(grid.getByRole('row').filter({ hasText: 'Long' })).toHaveCount(0);
  await chips.getByRole('button', { name: 'Clear all' }).click();
  await expect(grid).toHaveAttribute('aria-rowcount', String(all));

  const details = app.getByRole('complementary', { name: 'Details' });
  for (const row of [dataRows(grid).nth(1), dataRows(grid).first()]) {
    await row.click();
    await expect(details.getByRole('textbox', { name: 'Note' })).toHaveCount(1);
  }
  const orders = details.getByRole('region', { name: 'Orders of this trade' });
  const number = Number(await details.locator('[data-field="orders"] dd span').textContent());
  await expect(orders.getByRole('listitem')).toHaveCount(number);
  expect.soft(await seriousFindings(app, { include: '#main' })).toEqual([]);

  await orders.getByRole('button', { name: 'Show in order history' }).click();
  const history = app.getByRole('grid', { name: /^Order history/ });
  await expect(history).toHaveAttribute('aria-rowcount', String(number + 1));
  await app.getByRole('button', { name: 'Back', exact: true }).click();
  await dataRows(grid).first().click();
  await orders.getByRole('listitem').first().getByRole('button').click();
  await expect(dataRows(history)).toHaveCount(1);
  await app.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(grid).toBeVisible();

  // Incomplete trades are counted apart, and their details say why.
  await openFilterAt(app, 'Completeness');
  await form.getByRole('button', { name: 'Incomplete' }).click();
  await app.keyboard.press('Escape');
  await expect(summary).toContainText(/^([\d,]+) trades?0 open\1 incomplete/);
  await expect(summary).toContainText('Incomplete trades');
  await dataRows(grid).first().click();
  const state = details.locator('[data-field="state"]');
  await expect(state).toContainText('Incomplete');
  await expect(state.locator('.detail-warning')).not.toBeEmpty();
});
