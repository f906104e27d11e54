import { readFile } from 'node:fs/promises';
import { startFaultyExchange } from '../../src/demo-exchange/faults/index.ts';
import { fillNewAccount, openAccounts } from '../accounts-dialog.ts';
import { columnTexts, dataRows, expect, showScreen, test } from '../test.ts';

const exchangeOptions = {
  ...{ orders: 12, plans: 4, openPlans: 4, ordersPerMinute: 0, requestsPerWindow: 100_000, timeScale: 0 },
};
test.use({ exchangeOptions });

test('a note that is being typed survives a reload, and is exported with the settings and imported with them', async ({
  app,
  host,
}) => {
  const grid = await showScreen(app, 'Order history');
  const field = app.getByRole('textbox', { name: 'Note', exact: true });
  await dataRows(grid).nth(1).click();
  await field.fill('to be kept #backup');
  await app.reload();
  await dataRows(grid).nth(1).click();
  await expect(field).toHaveValue('to be kept #backup');
  await expect(dataRows(grid).nth(1).locator('[data-noted]')).toHaveAccessibleName(/Note: to be kept #backup$/);

  // A dialog of the system asks where the file goes.
  if (host === 'electron') return;
  await app.keyboard.press('ControlOrMeta+k');
  await app.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox').fill('settings');
  await app.keyboard.press('Enter');
  const settings = app.getByRole('dialog', { name: 'Settings' });
  await settings.getByRole('radio', { name: 'Compact' }).click();
  await settings.getByRole('checkbox', { name: 'Include notes' }).click();
  const started = app.waitForEvent('download');
  await settings.getByRole('button', { name: 'Export', exact: true }).click();
  const download = await started;
  const name = download.suggestedFilename();
  expect(name).toMatch(/^orderglass-settings-\d{4}-\d\d-\d\d\.json$/);
  // The page does not know whether the user saved the file.
  await expect(app.getByText(`Exporting settings as ${name}`)).toBeVisible();
  const file = await download.path();
  const exported = JSON.parse(await readFile(file, 'utf8'));
  expect(exported.settings).toMatchObject({ density: 'compact' });
  expect(exported.settings).not.toHaveProperty('account');
  expect(exported.notes[0].notes).toContainEqual(expect.objectContaining({ text: 'to be kept #backup' }));

  await settings.getByRole('button', { name: 'Close' }).click();
  await field.fill('');
  await field.press('Control+Enter');
  await expect(app.getByRole('status').filter({ hasText: 'Note deleted' })).toBeVisible();
  await app.getByRole('button', { name: 'Settings' }).click();
  const chooser = app.waitForEvent('filechooser');
  await settings.getByRole('button', { name: 'Import', exact: true }).click();
  await (await chooser).setFiles(file);
  await app.getByRole('alertdialog').getByRole('button', { name: 'Import' }).click();
  await expect(app.getByText('1 note imported')).toBeVisible();
  await settings.getByRole('button', { name: 'Close' }).click();
  await expect(field).toHaveValue('to be kept #backup');
});

test('the notes of an account are on the screen after it has got a new key', async ({ app }) => {
  const startedAt = Date.now();
  const own = await startFaultyExchange({ ...exchangeOptions, now: () => startedAt });
  const { baseUrl, token, secretKey, port } = own;
  let dialog = await openAccounts(app);
  await fillNewAccount(dialog, { name: 'Mine', baseUrl, token, secretKey });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('button', { name: 'Keep for this session only' }).click();
  await expect(dialog).toHaveCount(0);
  const grid = await showScreen(app, 'Order history');
  const field = app.getByRole('textbox', { name: 'Note', exact: true });
  await dataRows(grid).nth(1).click();
  await field.fill('stays #mine');
  await field.press('Control+Enter');
  await expect(dataRows(grid).nth(1).locator('[data-noted]')).toHaveAccessibleName(/Note: stays #mine$/);
  const ids = await columnTexts(grid, 'id');
  await own.close();

  const credentials = { token: 'another-token-0123456789', secretKey: 'another-secret-0123456789' };
  const renewed = await startFaultyExchange({ ...exchangeOptions, now: () => startedAt, port, credentials });
  try {
    dialog = await openAccounts(app);
    await dialog.getByLabel('Access token').fill(credentials.token);
    await dialog.getByLabel('Secret key').fill(credentials.secretKey);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('button', { name: 'Keep for this session only' }).click();
    await expect.poll(() => renewed.traffic.recent().length).toBeGreaterThan(0);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => columnTexts(grid, 'id')).toEqual(ids);
    await expect(dataRows(grid).nth(1).locator('[data-noted]')).toHaveAccessibleName(/Note: stays #mine$/);
  } finally {
    await renewed.close();
  }
});
