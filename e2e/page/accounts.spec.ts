import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { fillNewAccount, openAccounts } from '../accounts-dialog.ts';
import { seriousFindings } from '../axe.ts';
import { launch } from '../hosts/launch.ts';
import { stillMarket } from '../still-market.ts';
import { dataRows, expect, showScreen, test } from '../test.ts';

test.use({ exchangeOptions: stillMarket.exchangeOptions });

test('invalid input shows an error at its field, and a connection can be tested before saving, which says what failed', async ({
  sharedApp: app,
  shared: { exchange },
}) => {
  const dialog = await openAccounts(app);
  await fillNewAccount(dialog, {
    ...exchange,
    name: 'demo ACCOUNT',
    baseUrl: 'http://example.com',
    token: 'with space',
  });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Another account already has this name.')).toBeVisible();
  await expect(dialog.getByText('Start the URL with https://.')).toBeVisible();
  await expect(dialog.getByText('Contains a space or a line break.')).toBeVisible();

  await dialog.getByLabel('Account name').fill('Mine');
  await dialog.getByLabel('Base URL').fill(exchange.baseUrl);
  await dialog.getByLabel('Access token').fill(exchange.token);
  await dialog.getByLabel('Secret key').fill('a-wrong-secret-key');
  await dialog.getByRole('button', { name: 'Test connection' }).click();
  const result = dialog.getByRole('status');
  await expect(result).toContainText(/Public data OK/);
  await expect(result).toContainText('The exchange rejected the signature.');

  await dialog.getByLabel('Secret key').fill(exchange.secretKey);
  await dialog.getByRole('button', { name: 'Test connection' }).click();
  await expect(result).toContainText(/Your orders OK/);

  // Changes the key before the response can arrive.
  await dialog.getByRole('button', { name: 'Test connection' }).evaluate((button: HTMLButtonElement) => {
    button.click();
    button.form?.querySelectorAll<HTMLInputElement>('input[type="password"]').item(1).focus();
    document.execCommand('insertText', false, 'x');
  });
  await expect(dialog.getByLabel('Secret key')).toHaveValue(`${exchange.secretKey}x`);
  await expect(dialog.getByRole('button', { name: 'Test connection' })).toBeEnabled();
  await expect(result, 'the result was that of another key').toBeHidden();
  await expect(dialog.getByRole('navigation', { name: 'Accounts' })).not.toContainText('Mine');
});

test('after a restart an account of one session shows its last known open plans, of their moment and not as live', async ({
  host,
  chromium,
  exchange,
  dataDirectory,
  environment,
  viewport,
}) => {
  exchange.addPlan({ symbol: 'BTC-USDT', triggerPrice: '81000.0' });
  const start = () => launch(host, chromium, { dataDirectory, exchange: exchange.baseUrl, environment }, viewport);
  const plansIn = (app: Page) => app.getByRole('grid', { name: 'Open plans, Mine' });
  const first = await start();
  const dialog = await openAccounts(first.page);
  await fillNewAccount(dialog, { ...exchange, name: 'Mine' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('button', { name: 'Keep for this session only' }).click();
  await expect(dataRows(plansIn(first.page)).first()).toContainText('81,000.0');
  await expect(plansIn(first.page)).not.toHaveAttribute('data-stale');
  await first.close();

  const second = await start();
  try {
    const { page: app } = second;
    await expect(dataRows(plansIn(app)).first()).toContainText('81,000.0');
    await expect(plansIn(app)).toHaveAttribute('data-stale');
    await expect(app.getByRole('banner')).toContainText('Not live');
    await expect(app.getByRole('alert')).toHaveText(
      /^Mine: You kept these keys for one session\.\s*Enter them again\. +Showing data from \d{4}-\d\d-\d\d \d\d:\d\d:\d\d\./,
    );
    await expect(app).toHaveTitle('Orderglass');
    expect.soft(await seriousFindings(app, { include: '#main' })).toEqual([]);
  } finally {
    await second.close();
  }
});

test('without a keychain an account lasts for the session and says so', async ({
  app,
  exchange,
  dataDirectory,
  host,
}) => {
  const dialog = await openAccounts(app);
  await fillNewAccount(dialog, { ...exchange, name: 'Mine' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toContainText('No keychain service is running on this computer.');
  await expect(dialog.getByRole('navigation', { name: 'Accounts' })).not.toContainText('Mine');
  await dialog.getByRole('button', { name: 'Keep for this session only' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(app.getByRole('button', { name: 'Account: Mine' })).toBeVisible();

  await expect(app.getByRole('region', { name: 'Status' })).toContainText('Its keys are kept for this session only.');
  await expect(app.getByRole('img', { name: /kept for this session only/ })).toBeVisible();
  const grid = await showScreen(app, 'Order history');
  await expect(dataRows(grid).first()).toBeVisible();
  await expect(app.getByRole('banner')).not.toContainText('DEMO');
  await app.reload();
  await expect(app.getByRole('img', { name: /kept for this session only/ })).toBeVisible();

  await test.step('removing the account can delete its history, and asks what happens to its notes', async () => {
    await dataRows(grid).first().click();
    const field = app.getByRole('textbox', { name: 'Note', exact: true });
    await field.fill('late');
    await field.press('Control+Enter');
    await expect(app.getByText('Saved on this computer')).toBeVisible();
    const archives = async (): Promise<string[]> =>
      (await readdir(path.join(dataDirectory, 'archives'))).filter((name) => !name.startsWith('demo-'));
    expect(await archives()).not.toEqual([]);
    // Press the keys in the table, where Ctrl+A without Shift selects all rows.
    await grid.focus();
    await app.keyboard.press('ControlOrMeta+Shift+A');
    await dialog.getByRole('button', { name: 'Mine' }).click();
    await dialog.getByRole('button', { name: 'Remove account' }).click();
    const question = app.getByRole('alertdialog');
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await question.getByRole('checkbox', { name: /archive/ }).click();
    await expect(question).toContainText('The archive has 1 note of yours.');
    if (host === 'electron') {
      // A dialog of the system asks where a file goes.
      await question.getByRole('radio', { name: 'Delete' }).click();
    } else {
      const started = app.waitForEvent('download');
      await question.getByRole('button', { name: 'Save notes' }).click();
      const { notes } = JSON.parse(await readFile(await (await started).path(), 'utf8'));
      expect(notes).toMatchObject([{ account: 'Mine', notes: [{ kind: 'order', text: 'late' }] }]);
    }
    expect.soft(await seriousFindings(app, { include: '[role="alertdialog"]' })).toEqual([]);
    await question.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(dialog.getByRole('navigation', { name: 'Accounts' })).not.toContainText('Mine');
    expect(await archives()).toEqual([]);
  });
});
