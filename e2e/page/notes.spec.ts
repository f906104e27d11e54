import { readFile } from 'node:fs/promises';
import { seriousFindings } from '../axe.ts';
import { dataRows, expect, showScreen, test } from '../test.ts';

test.use({
  settings: { resultsOf: 'order-history' },
  exchangeOptions: { orders: 12, plans: 4, openPlans: 4, ordersPerMinute: 0, requestsPerWindow: 100_000, timeScale: 0 },
});

test('notes survive a reload, also one that is being typed, give results by tag, and are in exported settings on request', async ({
  app,
  host,
}) => {
  const grid = await showScreen(app, 'Order history');
  const field = app.getByRole('textbox', { name: 'Note', exact: true });
  await dataRows(grid).nth(1).click();
  await field.fill('again #fomo-entry and more');
  await app.reload();
  await dataRows(grid).nth(1).click();
  await expect(field).toHaveValue('again #fomo-entry and more');
  await expect(dataRows(grid).nth(1).locator('[data-noted]')).toHaveAccessibleName(/Note: again #fomo-entry and more$/);

  // Each list has notes of its own kind.
  const trades = await showScreen(app, 'Trades');
  await dataRows(trades).first().click({ button: 'right' });
  await app.getByRole('menuitem', { name: 'Note…' }).click();
  await expect(field).toBeFocused();
  await field.fill('a trade');
  await field.press('Escape');
  await expect(trades.locator('[data-noted]').first()).toHaveAccessibleName(/Note: a trade$/);

  await app.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name: 'PnL analysis' }).click();
  const panel = app.getByRole('region', { name: 'PnL by tag' });
  await expect(panel).toContainText('Orders with several tags count in each.');
  await panel.getByRole('button', { name: 'Show PnL by tag as a table' }).click();
  await expect(panel.getByRole('row', { name: /^#fomo-entry/ })).toContainText('1');

  // A dialog of the system asks where the file goes.
  if (host === 'electron') return;
  await showScreen(app, 'Order history');
  await dataRows(grid).first().click();
  await field.fill('to be kept #backup');
  await field.press('Control+Enter');
  await expect(app.getByText('Saved on this computer')).toBeVisible();
  await app.getByRole('button', { name: 'Settings' }).click();
  const settings = app.getByRole('dialog', { name: 'Settings' });
  await settings.getByRole('checkbox', { name: 'Include notes' }).click();
  await expect(settings).toContainText('Anyone who has the file can read them');
  expect.soft(await seriousFindings(app, { include: '.settings-dialog' })).toEqual([]);
  const started = app.waitForEvent('download');
  await settings.getByRole('button', { name: 'Export', exact: true }).click();
  const file = await (await started).path();
  const [{ notes }] = JSON.parse(await readFile(file, 'utf8')).notes;
  expect(notes).toContainEqual(expect.objectContaining({ text: 'to be kept #backup' }));
  await settings.getByRole('button', { name: 'Close' }).click();
  const remove = async (): Promise<void> => {
    await field.fill('');
    await field.press('Control+Enter');
    await expect(app.getByRole('status').filter({ hasText: 'Note deleted' })).toBeVisible();
  };
  await remove();

  await app.getByRole('button', { name: 'Settings' }).click();
  const chooser = app.waitForEvent('filechooser');
  await settings.getByRole('button', { name: 'Import', exact: true }).click();
  await (await chooser).setFiles(file);
  const question = app.getByRole('alertdialog');
  await expect(question).toContainText('notes of Demo account');
  expect.soft(await seriousFindings(app, { include: '[role="alertdialog"]' })).toEqual([]);
  await question.getByRole('button', { name: 'Import' }).click();
  await expect(app.getByText('1 note imported')).toBeVisible();
  await settings.getByRole('button', { name: 'Close' }).click();
  await expect(field).toHaveValue('to be kept #backup');
  await remove();
  await app.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(field).toHaveValue('to be kept #backup');
});
