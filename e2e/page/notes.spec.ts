import { readFile } from 'node:fs/promises';
import { seriousFindings } from '../axe.ts';
import { openFilterAt, showField } from '../filter-form.ts';
import { dataRows, expect, showScreen, test } from '../test.ts';

test.use({
  settings: { resultsOf: 'order-history' },
  exchangeOptions: { orders: 12, plans: 4, openPlans: 4, ordersPerMinute: 0, requestsPerWindow: 100_000, timeScale: 0 },
});

test('notes of orders and of open plans are kept, marked in the table, and found by their tags', async ({ app }) => {
  const grid = await showScreen(app, 'Order history');
  await dataRows(grid).first().click();
  const field = app.getByRole('textbox', { name: 'Note', exact: true });
  await field.fill('Late #fomo-entry');
  await field.press('Control+Enter');
  const note = app.getByRole('region', { name: 'Note' });
  await expect(note.getByRole('status')).toHaveText('Saved on this computer');
  const marked = dataRows(grid).first().locator('[data-noted]');
  await expect(marked).toHaveAccessibleName(/Note: Late #fomo-entry$/);

  // The note is saved when the details show another row.
  await dataRows(grid).nth(1).click();
  await expect(field).toHaveValue('');
  await field.fill('again #fomo-entry');
  expect.soft(await seriousFindings(app, { include: '.detail' })).toEqual([]);
  await dataRows(grid).first().click();
  await expect(field).toHaveValue('Late #fomo-entry');

  // The menu of the row filters by its tag, and the search finds words of notes.
  await dataRows(grid).first().locator('[data-col="symbol"]').click({ button: 'right' });
  await app.getByRole('menuitem', { name: 'Show only #fomo-entry' }).click();
  await expect(dataRows(grid)).toHaveCount(2);
  const chips = app.getByRole('list', { name: 'Active filters' });
  await expect(chips).toContainText('Tags: #fomo-entry');
  await app.getByRole('textbox', { name: 'Search symbol, ID, or note' }).fill('late');
  await expect(dataRows(grid)).toHaveCount(1);
  await app.getByRole('button', { name: 'Clear search' }).click();
  await (await openFilterAt(app, 'Tags')).getByRole('button', { name: '#fomo-entry' }).click();
  await app.keyboard.press('Escape');
  await expect(chips).toBeHidden();

  // A text that is still being typed is saved, too.
  await dataRows(grid).nth(1).click();
  await field.fill('again #fomo-entry and more');
  await app.reload();
  await dataRows(grid).nth(1).click();
  await expect(field).toHaveValue('again #fomo-entry and more');

  await app.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name: 'PnL analysis' }).click();
  const panel = app.getByRole('region', { name: 'PnL by tag' });
  await expect(panel).toContainText('Orders with several tags count in each.');
  await panel.getByRole('button', { name: 'Show PnL by tag as a table' }).click();
  await expect(panel.getByRole('row', { name: /^#fomo-entry/ })).toContainText('2');

  // An open plan order with a note has a mark.
  const plans = await showScreen(app, 'Open plans');
  await dataRows(plans).first().click();
  await field.fill('A breakout');
  await app.keyboard.press('Escape');
  await expect(field).toBeHidden();
  await expect(plans.locator('[data-noted]')).toHaveCount(1);

  await dataRows(plans).first().click();
  await field.fill('#retest');
  await app.keyboard.press('Escape');
  await dataRows(plans).first().click({ button: 'right' });
  await app.getByRole('menuitem', { name: 'Show only #retest' }).click();
  await expect(dataRows(plans)).toHaveCount(1);

  // The form of the filter has the tags, too.
  const filter = await openFilterAt(app, 'Tags');
  expect.soft(await seriousFindings(app, { include: '.filter-popup' })).toEqual([]);
  await expect(filter.getByRole('button', { name: 'Show 1 plan order', exact: true })).toBeVisible();
  await filter.getByRole('button', { name: '#retest' }).click();
  await showField(filter, 'Note');
  await filter.getByRole('button', { name: 'With note' }).click();
  await expect(chips).toHaveText(/With note/);
  await filter.getByRole('button', { name: 'Clear all' }).click();
  await app.keyboard.press('Escape');
  await expect.poll(() => dataRows(plans).count()).toBeGreaterThan(1);
});

test('the menu of a row leads to the field of its note, which is in the exported settings if the user chooses so', async ({
  app,
  host,
}) => {
  const field = app.getByRole('textbox', { name: 'Note', exact: true });
  for (const screen of ['Order history', 'Open plans', 'Trades'] as const) {
    const grid = await showScreen(app, screen);
    await expect(dataRows(grid).first()).toBeVisible();
    await grid.focus();
    await grid.press('ArrowDown');
    await grid.press('Shift+F10');
    // The menu takes the focus in the next frame. Earlier keys would go to the table.
    await expect(app.getByRole('menu')).toBeFocused();
    await app.keyboard.press('n');
    await app.keyboard.press('Enter');
    await expect(field).toBeFocused();
    // The details are open now, and the item still leads to the field.
    await grid.focus();
    await grid.press('Shift+F10');
    await app.getByRole('menuitem', { name: 'Note…' }).click();
    await expect(field).toBeFocused();
    await app.keyboard.press('Escape');
    await expect(field).toBeHidden();
  }

  // A dialog of the system asks where the file goes.
  if (host === 'electron') return;
  const grid = await showScreen(app, 'Order history');
  await dataRows(grid).first().click();
  await field.fill('to be kept #backup');
  await field.press('Control+Enter');
  await expect(app.getByText('Saved on this computer')).toBeVisible();
  await app.getByRole('button', { name: 'Settings' }).click();
  const settings = app.getByRole('dialog', { name: 'Settings' });
  await settings.getByRole('checkbox', { name: 'Include notes' }).click();
  await expect(settings).toContainText('Anyone who has it can read them');
  expect.soft(await seriousFindings(app, { include: '.settings-dialog' })).toEqual([]);
  const started = app.waitForEvent('download');
  await settings.getByRole('button', { name: 'Export' }).click();
  const file = await (await started).path();
  expect(JSON.parse(await readFile(file, 'utf8')).notes[0].notes[0].text).toBe('to be kept #backup');
  await settings.getByRole('button', { name: 'Close' }).click();
  const remove = async (): Promise<void> => {
    await field.fill('');
    await field.press('Control+Enter');
    await expect(app.getByRole('status').filter({ hasText: 'Note deleted' })).toBeVisible();
  };
  await remove();

  await app.getByRole('button', { name: 'Settings' }).click();
  const chooser = app.waitForEvent('filechooser');
  await settings.getByRole('button', { name: 'Import' }).click();
  await (await chooser).setFiles(file);
  const question = app.getByRole('alertdialog');
  await expect(question).toContainText('1 note of Demo account');
  expect.soft(await seriousFindings(app, { include: '[role="alertdialog"]' })).toEqual([]);
  await question.getByRole('button', { name: 'Import' }).click();
  await expect(app.getByText('1 note imported')).toBeVisible();
  await settings.getByRole('button', { name: 'Close' }).click();
  await expect(field).toHaveValue('to be kept #backup');
  await remove();
  await app.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(field).toHaveValue('to be kept #backup');
});
